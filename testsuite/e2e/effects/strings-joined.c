// effect: merge adjacent strings
// passes: strings-joined
// keep: a.*b
// expect: char *a = "ab";
char *a = "a" "b";
