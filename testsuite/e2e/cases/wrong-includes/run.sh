# shellcheck shell=sh
# The headers of the C library are preprocessed such that each compiler reads them.
"$PROGRAM" --wrong-code --ub fast --max-tests 60 --no-final-check --json input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
