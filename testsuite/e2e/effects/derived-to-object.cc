// effect: a class without members and uses to an object of its base
// passes: derived-to-object
// keep: D
// expect: template <class T> struct A { T b; }; struct B : A<char> { }; A<int> C; B D;
template <class T> struct A {
  T b;
};
struct B : A<char> {};
class C : virtual public A<int> {};
B D;
