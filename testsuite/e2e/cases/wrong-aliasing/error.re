input.c has undefined behaviour: an access has another type
