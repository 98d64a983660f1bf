// effect: loop that only counts to an assignment
// passes: loop-to-value
// keep: i
// expect: int i, g(void); void f(int n) { i = n; i = 7; for (i = g(); i < n; i++) ; }
int i, g(void);
void f(int n) {
  while (i < n) i++;
  for (i = 0; i != 7; i++) ;
  for (i = g(); i < n; i++) ;
}
