int getchar(void);
int main(void) { return getchar() == 'x'; }
