// effect: concepts dropped
// passes: concept-dropped
// keep: x
// expect: template <class T> int f(T) { return 1; } int g(auto) { return 2; } int x = f(1) + g(2);
template <class T> concept C = sizeof(T) > 1;
template <C T> int f(T) { return 1; }
int g(C auto) { return 2; }
int x = f(1) + g(2);
