// effect: remove-try-catch
// passes: hoist-typed
// keep: g\(\);.*g\(\);
// keep: void f
// expect: int g(); void f() { g(); }
int g();
void f() { try { g(); } catch (int) { } catch (...) { } }
