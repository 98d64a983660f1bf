// effect: exit in main to a return
// passes: call-to-return
// keep: 3
// expect: void exit(int); int main(void) { return 3; }
void exit(int);
int main(void) { exit( 3 ); }
