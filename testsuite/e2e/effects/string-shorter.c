// effect: clex shorten-string
// passes: string-shorter
// keep: %d
// expect: char *a = "%d";
char *a = "hello %d";
