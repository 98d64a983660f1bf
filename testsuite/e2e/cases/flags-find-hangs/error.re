^clang-hdd: error: input.c does not crash .*/hangs.sh, which is not done with it after 1 s; give more by --timeout, or use --hang$
