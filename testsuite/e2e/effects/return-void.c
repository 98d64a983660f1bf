// effect: return-void
// passes: return-void
// keep: f
// expect: void f(void) { if (0) return; } void g(void) { f(); return; }
int f(void) { if (f()) return 1; }
int g(void) { f(); return f(); }
