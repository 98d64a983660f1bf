// effect: peep (main arguments off)
// passes: unused-parameter
// keep: main
// expect: int main() { return 0; }
int main(int argc, char **argv) { return 0; }
