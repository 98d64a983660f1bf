// effect: instantiate-template-param
// passes: template-parameter-to-argument
// keep: \(x, &i\)
// expect: struct A { char a[8]; }; A x; int i; int f(A, int *); int n = f(x, &i);
template <int N> struct A { char a[N]; };
A<8> x;
int i;
template <int N, class T> int f(A<N>, T *);
int n = f(x, &i);
