// effect: a failing if of main to what is returned
// passes: call-to-return
// keep: main.*a
// expect: void abort(void); int a; int main(void) { return a; }
void abort(void);
int a;
int main(void) { if (a) abort( ); }
