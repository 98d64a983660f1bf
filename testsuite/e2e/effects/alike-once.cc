// effect: what is given to a parameter pack once
// passes: alike-once
// keep: u
// expect: template <class... T> struct A { A(T...); }; A<int> t(0); template <class... T> using B = A<A<T...>>; B<int> u(t);
template <class... T> struct A { A(T...); };
A<int, int> t(0, 0);
template <class... T> using B = A<A<T...>, A<T...>>;
B<int, int> u(t, t);
