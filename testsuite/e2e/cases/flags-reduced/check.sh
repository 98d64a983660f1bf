# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
line=$(sed -n 's/^reproduce *//p' ../err)
eval "$line" >said && exit 1
grep -q 'internal compiler error: in make_bug' said
# So it does under the command as given.
"$HERE/cc.sh" -w -g3 -O3 -fbad -target old -S input.reduced.c && exit 1
tail -n 1 ../out | grep -q '"left":\["-O1","-fpass","-fbad","-target old"\]'
tail -n 1 ../out | grep -q '"lowered":"-O3 to -O1 -fpass"'
tail -n 1 ../out | grep -q '"all_needed":true'
