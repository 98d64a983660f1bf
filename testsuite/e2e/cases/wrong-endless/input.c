int puts(const char *);
int main(void) { for (;;) puts("again"); }
