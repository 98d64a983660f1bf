// effect: an alias in a template to its type with the arguments; a dependent array to its element and bounds
// passes: alias-to-type
// keep: a
// keep: x
// keep: y
// expect: template <class T> struct A { }; template <class T> struct C { T a[1]; }; C<char *> x; A<int> *y;
template <class T> struct A {
  typedef T B[1];
};
template <class T> struct C {
  typedef A<T> D;
  typename D::B a;
};
template <class T> using E = T *;
template <class T> using F = A<T> *;
C<E<char>> x;
F<int> y;
