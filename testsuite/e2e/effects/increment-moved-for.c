// effect: step of a for into its body
// passes: increment-moved
// keep: i.*[+][+]
// expect: int a[3], i; void f(void) { for (i = 0; i < 3;) a[i++] = 1; for (i = 0; i < 3; i++) *a && a[i]; }
int a[3], i;
void f(void) {
  for (i = 0; i < 3; i++) a[i] = 1;
  for (i = 0; i < 3; i++) *a && a[i];
}
