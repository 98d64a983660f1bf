// effect: what main passes to a function of another file to what it returns
// passes: output-to-return
// watch: gcc -w input.c -o program
// keep: return a|abs.a
// expect: int a; int abs(int); void srand(unsigned); int main(void) { return a; }
int a;
int abs(int);
void srand(unsigned);
int main(void) { abs(a); srand(1); }
