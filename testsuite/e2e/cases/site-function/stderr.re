^match +exact$
^crash site +function 'bug', line 6$
