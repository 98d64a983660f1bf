// effect: &a[i] to a + i
// passes: address-to-sum
// keep: = .*a.*2
// expect: int a[3], *b = a + 2;
int a[3], *b = &a[2];
