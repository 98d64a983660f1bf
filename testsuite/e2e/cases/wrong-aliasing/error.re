input.c may have undefined behaviour: an access has another type
