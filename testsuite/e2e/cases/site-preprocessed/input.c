#include "part.h"
#include "part.h"

int f;
int bug;
