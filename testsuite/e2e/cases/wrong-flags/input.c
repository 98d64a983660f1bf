int printf(const char *, ...);
char letter = (char)200;
int main(void) { printf("%d\n", letter << 3); }
