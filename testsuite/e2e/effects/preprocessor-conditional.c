// effect: unifdef, ifs
// passes: conditional-resolved
// keep: int a;
// expect: int f(void) { int a; return 1; }
int f(void) {
#ifdef SOMETHING
  return 2;
#elif defined OTHER
  return 3;
#else
  int a;
#endif
  return 1;
}
