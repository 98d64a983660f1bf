# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Versions of a compiler in bin, which is first in PATH: 91 takes `<< 3` for `<< 2`, 92
# also `>> 1` for `>> 2`, and 90 and 93 are right, all as wrong-cc.sh.
mkdir bin
make_version() { # NUMBER SED-SCRIPT
  cat >"bin/gcc-$1" <<END
#!/bin/sh
case \$* in --version) echo 'gcc-$1 (Toy) $1.1.0'; exit ;; esac
WRONG='$2' exec $ROOT/testsuite/e2e/wrong-cc.sh "\$@"
END
  chmod +x "bin/gcc-$1"
}
make_version 90 ' '
make_version 91 's/<< 3/<< 2/'
make_version 92 's/<< 3/<< 2/; s/>> 1/>> 2/'
make_version 93 ' '
PATH=$PWD/bin:$PATH
