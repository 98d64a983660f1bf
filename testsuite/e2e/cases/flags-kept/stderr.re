^reproduce .*/cc.sh -w -O3 -fbad -target old -c input.reduced.c$
