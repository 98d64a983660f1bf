// effect: enum to int
// passes: tag-to-int
// keep: a = [B1]
// expect: int a = 1;
enum e { A, B };
enum e a = B;
