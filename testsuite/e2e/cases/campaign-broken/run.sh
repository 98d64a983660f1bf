# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is ended from outside is no bug, and what is not compiled is no success: both are
# said and run again. What takes too long is counted.
mkdir heap
echo 'int bug;' >heap/a.c
echo 'int slow;' >heap/b.c
campaign() { # CODE ARGUMENT...
  code=$1
  shift
  "$PROGRAM" campaign -j2 --timeout 2 -o whole "$@" >out 2>err
  [ $? -eq "$code" ] || fail "it ends with another code than $code: $(cat err)"
}
said() {
  grep -q -e "$1" err || fail "'$1' is missing: $(cat err)"
}
KILLED=yes campaign 0 heap -- "$HERE/cc.sh"
said 'a.c cannot be run: killed from outside by SIGKILL'
said '0 bugs (0 new) in 2 inputs, of which 1 do not crash (limits ended the runs of 1);'
! grep -q SIGKILL whole/signatures.txt || fail 'a signal from outside is known'
campaign 1 heap -- "$HERE/cc.sh"
said '1 bug (1 new) in 2 inputs'
rm -rf whole heap

mkdir crashes
echo 'int bug;' >'crashes/id:000000,sig:06'
campaign 0 crashes -- "$HERE/cc.sh" -c
said 'cannot be run: the compiler leaves it to the linker; name its language (-x c)'
rm -rf whole
campaign 1 crashes -- "$HERE/cc.sh" -x c -c
rm -rf whole crashes out err
