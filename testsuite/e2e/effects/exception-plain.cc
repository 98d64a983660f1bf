// effect: exceptions to a number
// passes: exception-plain
// keep: throw
// keep: g
// expect: struct e { e(int); };
// expect: int g(int a) { try { if (a) throw 0; } catch (...) { return 1; } return 0; }
struct e { e(int); };
int g(int a) { try { if (a) throw e(a); } catch (const e &b) { return 1; } return 0; }
