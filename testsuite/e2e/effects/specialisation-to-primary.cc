// effect: a specialisation to its template
// passes: specialisation-to-primary
// keep: x
// expect: struct A { char x; }; A y;
template <class T> struct A {};
template <> struct A<int> { char x; };
A<int> y;
