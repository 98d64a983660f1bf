# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The line is that of the text that is reduced, whether or not it has markers.
grep -Eq '^crash site +line 4$' plain || { cat plain; exit 1; }
grep -Eq '^crash site +line 9$' marked || { cat marked; exit 1; }
