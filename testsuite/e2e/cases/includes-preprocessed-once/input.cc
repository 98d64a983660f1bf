#include <new>
int a;
int bug;
