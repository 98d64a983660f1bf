int a;
int bug;
int b;
