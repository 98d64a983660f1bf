# shellcheck shell=sh
! grep '#include' "$RESULT" || fail 'it is not preprocessed'
