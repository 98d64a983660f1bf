// effect: remove-base-class, remove-unresolved-base, remove-trivial-base-template
// passes: elements, prune-typed
// keep: class T.*struct D.*int x
// expect: template <class T> struct D { int x; };
template <class T> struct D : T::base, public T { int x; };
