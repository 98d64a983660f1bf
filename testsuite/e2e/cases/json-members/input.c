int bug;
int a;
