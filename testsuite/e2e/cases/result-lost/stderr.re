an earlier one that still has it is kept
.* -> 6 tokens
1-minimal: not known: an earlier text is kept
