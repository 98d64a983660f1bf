# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A real compiler and its real crash: the comparison and the type that it needs came
# in at two commits, and the later one is to blame. Macros and other headers lie
# between, and both lines are in a file and a header that many commits touch.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
mkdir project
cd project
git init -q --template= -b main .
mkdir src include
cat >include/types.h <<'END'
#ifndef TYPES_H
#define TYPES_H
typedef short level_t;
typedef unsigned char byte;
#define LIMIT 1L
struct sensor { byte port; level_t last; };
#endif
END
cat >src/sensor.c <<'END'
#include "types.h"
#include "ports.h"
static level_t level;
extern int read_port(byte port);

void sensor_read(struct sensor *self)
{
  self->last = (level_t)read_port(self->port);
  level = self->last;
}

int sensor_is_high(void)
{
  int high = LIMIT < level;
  return high;
}
END
echo '#define PORTS 4' >include/ports.h
commit 'sensors'
more() { # COUNT
  for i in $(seq "$1"); do
    printf 'int sensor_%s(void)\n{\n  return PORTS * %s;\n}\n' "$clock" "$i" \
      >>src/sensor.c
    sed -i "s/^#endif/#define MORE_$clock $i\n&/" include/types.h
    commit "more $i"
  done
}
more 4
sed -i 's/LIMIT < level/(PORTS, LIMIT) < level/' src/sensor.c
commit 'look at the ports'
more 3
sed -i 's/short level_t/signed char level_t/' include/types.h
commit 'one byte will do'
more 5
blame 0 src/sensor.c -- h8300-hitachi-coff-gcc -Iinclude -c src/sensor.c -o x.o
found HEAD~5 src/sensor.c
says "\* .* include/types.h:3: typedef signed char level_t;" \
  "  $(git rev-parse --short=12 HEAD~9) src/sensor.c:14: int high = (PORTS, LIMIT) < level;" \
  '  crash    internal compiler error.*'
compiled 3
blame 0 --no-reduce src/sensor.c -- h8300-hitachi-coff-gcc -Iinclude \
  -c src/sensor.c
found HEAD~5 src/sensor.c
