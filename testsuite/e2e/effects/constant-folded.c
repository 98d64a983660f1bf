// effect: constant folding; sizeof to a number
// passes: constant-folded
// keep: = [a-z0-9]
// expect: long a = 7, b = 12;
long a = 1 + 2 * 3, b = sizeof(int) * 3;
