its command was: in /.*/sub: env LEVEL=1 
