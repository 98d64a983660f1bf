// effect: remove-unused-function, remove-unused-var, unused symbols all at once
// passes: unused
// keep: int f
// expect: int f(void) { return 1; }
struct tag { int a; };
typedef int number;
static int helper(void) { return 2; }
static number unused;
int prototype(struct tag *);
int f(void) {
  int local;
  return 1;
}
