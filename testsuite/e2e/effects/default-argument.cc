// effect: default arguments dropped, of functions and templates
// passes: prune-typed
// keep: class T
// keep: void f\(int a
// expect: template <class T> void f(int a);
template <class T = int> void f(int a = 1);
