// effect: clex delete-string; strings to ""
// passes: string-shorter
// keep: = "
// expect: char *a = "";
char *a = "hello %d";
