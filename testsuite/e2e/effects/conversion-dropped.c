// effect: a conversion of printf and its argument removed together
// passes: conversion-dropped
// keep: printf.*%.*a
// expect: int printf(const char *, ...); int a, b; int main(void) { printf("- %d %%\n", a); }
int printf(const char *, ...);
int a, b;
int main(void) { printf("%d- %d %%\n", b, a); }
