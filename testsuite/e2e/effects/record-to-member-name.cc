// effect: a struct to its only member's where only its name says it
// passes: record-to-member
// keep: char
// expect: struct inner { char d, e; }; inner *a;
// expect: int f(inner b) { inner g = b; auto h = g; return b.d + a->d + h.e; }
struct inner { char d, e; };
struct outer { inner c; void t(); };
outer *a;
int f(outer b) { outer g = b; auto h = g; return b.c.d + a->c.d + h.c.e; }
