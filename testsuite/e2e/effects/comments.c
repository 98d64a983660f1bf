// effect: comments
// passes: comments
// keep: int a
// expect: int a; int b;
int a; /* one
          comment */
int b; // and another
