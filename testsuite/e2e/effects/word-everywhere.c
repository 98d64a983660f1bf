// effect: qualifiers and storage classes, all of one kind at once
// passes: word-everywhere
// keep: a
// flags: -Werror=discarded-qualifiers
// expect: int *a; f(int *b) { b = a; a = b; }
const int *a;
f(const int *b) { b = a; a = b; }
