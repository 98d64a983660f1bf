int a;
int bug;
int line_7;
int elsewhere;
int b;
