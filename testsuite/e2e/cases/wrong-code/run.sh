# shellcheck shell=sh
# Reduces a program that is built wrong; the sieve refuses uninitialised variables.
"$PROGRAM" --wrong-code --ub fast --no-final-check --json input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
