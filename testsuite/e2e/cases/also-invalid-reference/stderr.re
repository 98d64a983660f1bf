no warnings are seen of .*judge.sh
class +accepted .no warnings are seen.
