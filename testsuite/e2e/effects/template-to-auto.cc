// effect: a function template to auto parameters
// passes: template-parameter-to-auto
// keep: f.*f
// keep: T a, T b
// keep: T::b
// expect: template <class T> concept C = true; void f(const auto &a, C auto b); void g(auto... a); template <class T> int h(T a, T b); template <class T> int i(T a, int b = T::b); int j = (f(1, 2), g(3), 4);
template <class T> concept C = true;
template <class T, C U> void f(const T &a, U b);
template <class... T> void g(T... a);
template <class T> int h(T a, T b);
template <class T> int i(T a, int b = T::b);
int j = (f(1, 2), g(3), 4);
