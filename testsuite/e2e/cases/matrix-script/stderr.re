^clang-hdd: warning: --matrix: there is no compiler's crash to compare
