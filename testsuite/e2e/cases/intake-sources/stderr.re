note: input.c is the source that crashes \(tried 2 of 3\)
