// effect: combine-global-var
// passes: combine-declarations
// keep: char b
// expect: int a, c[2]; char b;
int a;
char b;
int c[2];
