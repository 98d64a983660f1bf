// effect: simplify-struct
// passes: record-to-member
// keep: char
// expect: char *a; f(char b) { return b + *a; }
struct inner { char d, e; };
struct outer { struct inner c; };
struct outer *a;
f(struct outer b) { return b.c.d + a->c.d; }
