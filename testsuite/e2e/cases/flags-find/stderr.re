note: own.c crashes .*/cc.sh with -O2 -fbad$
^reduced flags -target old -O1 -fpass -fbad \(were: -target old -O2 -fbad\)
note: input.c crashes .*/cc.sh with -O2$
^reproduce .*/cc.sh -c -target old -fbad -O1 -fpass input.reduced.c$
