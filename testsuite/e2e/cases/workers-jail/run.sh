# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a script does at a worker: it cannot write outside its folder, read a home
# folder or open a socket, and a fork bomb ends. Without --allow-scripts none runs.
. "$ROOT/testsuite/e2e/workers.sh"
grep -q '^Seccomp:' /proc/self/status || exit 77
echo 'int a; int bug; int b;' >input.c
mkdir home
echo secret >home/file
cat >script <<END
#!/bin/sh
grep -qw bug input.c || exit 1
echo x >"$PWD/home/written"
cat "$PWD/home/file"
perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0) or print "no socket\n"'
perl -e 'if (!open F, ">", "$PWD/home/perl") { print "no file\n" }'
exit 0
END
chmod +x script
start_server
start_worker -j 2 --allow-scripts
"$PROGRAM" --no-sandbox --no-report --server "127.0.0.1:$port" -j 4 --test ./script input.c
[ "$(cat input.reduced.c)" = bug ] || fail 'another result'
rm -r home/written home/perl input.reduced.c input.hdd # written here, since it may

# Only the worker runs this one's tests: the command here has no place.
cat >probe <<END
#!/bin/sh
grep -qw bug input.c || exit 1
if [ -n "\${HERE_TOO-}" ]; then sleep 0.3; exit 0; fi
echo x >"$PWD/home/written" && exit 1
cat "$PWD/home/file" && exit 1
perl -MSocket -e 'exit !socket(S, PF_INET, SOCK_STREAM, 0)' && exit 1
exit 0
END
chmod +x probe
HERE_TOO=1 "$PROGRAM" --no-report -v --server "127.0.0.1:$port" -j 4 --test ./probe input.c 2>err
grep -q 'different answers' err && fail "the worker let it: $(cat err)"
grep -q 'note: 2 workers take scripts$' err || fail "the workers are not said: $(cat err)"
grep -Eq '^workers +[1-9][0-9]* jobs to [1-9]' err || fail 'the worker had nothing to do'
[ ! -e home/written ] || fail 'a worker wrote outside'
end_workers
rm -r home script probe err worker.log input.hdd
