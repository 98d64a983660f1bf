^gcc-93 +93\.1\.0 .* right +-O2; also -O0, -O1, -O3, -Os$
^gcc-92 +92\.1\.0 .* wrong +-O2$
^gcc-91 +91\.1\.0 .* wrong +-O2$
^gcc-91 +91\.1\.0 .* right +-O0; also -O1, -O3, -Os$
^gcc-90 +90\.1\.0 .* right +-O2; also
^clang-?[0-9]* .* right +-O2; also
^fixed +already, in gcc-93 93\.1\.0: do not send the report$
