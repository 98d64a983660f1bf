// A comment is all that may be lost before the first test.
#include <initializer_list>
#include <new>
std::initializer_list<int> *names;
template <class T> struct list { T *begin, *end; };
int bug;
list<int> numbers;
