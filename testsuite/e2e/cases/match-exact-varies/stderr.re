^match +exact$
only what both runs show is kept$
