// effect: a lambda's captures and parameters dropped, its body emptied
// passes: elements, prune-typed
// keep: auto x
// keep: \[.*\].*\{.*\{?.*\}.*\}
// keep: void f\(int a
// expect: void f(int a) { auto x = [] {}; }
void f(int a) { auto x = [a, &y = a](int b) { return b; }; }
