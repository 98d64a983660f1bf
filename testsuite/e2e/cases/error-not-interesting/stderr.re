not interesting
