// effect: character to an integer
// passes: character-code
// keep: [+]
// expect: int f(int a) { return a + 97; }
int f(int a) { return a + 'a'; }
