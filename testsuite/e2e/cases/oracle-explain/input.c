int a;
int bug, cow;
