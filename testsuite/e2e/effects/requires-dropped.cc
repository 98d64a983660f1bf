// effect: requires clauses dropped
// passes: prune-typed, elements
// keep: class T.*void f\(T\)
// keep: class T.*void g\(T\)
// expect: template <class T> void f(T); template <class T> void g(T);
template <class T> requires (sizeof(T) > 1) void f(T);
template <class T> void g(T) requires requires (T t) { t + 1; };
