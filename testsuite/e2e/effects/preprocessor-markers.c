// effect: line_markers
// passes: directives-together
// keep: int a
// expect: int a; int b;
# 1 "a.c"
int a;
#line 12
int b;
# 44 "b.h" 1
