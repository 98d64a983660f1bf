no front end reads input\.lua, which is Lua; it is reduced by lines, balanced blocks and tokens; its grammar: clang-hdd grammar add lua$
^local _ENV <const> = 0$
^width$
^size +799 -> 29 bytes, 32 -> 2 lines, 187 -> 8 tokens$
^tests +[0-9]+ in [0-9.]+ s; 1-minimal: yes, relative to lines, balanced blocks and tokens: a complete last round found nothing$
