// effect: identifiers unified
// passes: unify
// keep: D<., .> d
// expect: template <int> using B = int; template <template <int> class...> struct D; extern D<B, B> d;
template <int> using A = int;
template <int> using B = int;
template <template <int> class...> struct D;
extern D<A, B> d;
