^reduced flags -O1 -fpass -fbad -target old \(were: -w -g3 -O3 -DA -D B=1 -I \. -fbad -Wl,-a,-b -fPIC -target old\); [0-9]+ tests$
^reproduce .*/cc.sh -O1 -fpass -fbad -target old -S -o out.s input.reduced.c$
