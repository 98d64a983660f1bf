prnue.*prune
