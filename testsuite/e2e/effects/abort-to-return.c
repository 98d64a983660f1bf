// effect: abort in main to a failure, a failing if to what is returned
// passes: call-to-return, if-to-return
// keep: main.*a
// expect: void abort(void); int a; int main(void) { return a; }
void abort(void);
int a;
int main(void) { if (a) abort( ); }
