// effect: handlers dropped but for one
// passes: elements
// keep: try.*[.][.][.]
// expect: void f() { try {} catch (...) {} }
void f() { try {} catch (int) {} catch (...) {} }
