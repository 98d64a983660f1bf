// effect: complex to real
// passes: elements
// keep: double a
// expect: double a;
_Complex double a;
