no front end reads input\.lua, which is a script; it is reduced by lines, balanced blocks and tokens
1-minimal +yes, relative to lines, balanced blocks and tokens: a complete last round found nothing
