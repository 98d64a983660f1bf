# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes the texts that are part of the program as C arrays (embedded.h): the page
# of a report, whose scripts are joined in the order below, with the hashes that
# its policy wants, and the templates, by their names. CMake has no base64, so the
# digits of SHA-256 are translated here, three at a time into two.
# Usage: cmake -D OUT=FILE -P embed.cmake
cmake_minimum_required(VERSION 3.22)
set(page ${CMAKE_CURRENT_LIST_DIR}/report/page)
set(scripts base lexer diff texts facts bisection stepper plot tests main)
set(alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)

file(READ ${page}/page.html page_html)
file(READ ${page}/page.css page_css)
foreach(script ${scripts})
  file(READ ${page}/${script}.js text)
  string(APPEND page_js "${text}")
endforeach()
file(GLOB templates ${CMAKE_CURRENT_LIST_DIR}/*/templates/*)
set(parts page_html page_css page_js)
foreach(template ${templates})
  get_filename_component(name ${template} NAME)
  file(READ ${template} template_${name})
  list(APPEND parts template_${name})
endforeach()

set(code "/* Made by embed.cmake. */\n#include \"embedded.h\"\n")
foreach(part ${parts})
  string(HEX "${${part}}" hex)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND code "const char ${part}[] = {${bytes}0};\n")
endforeach()

foreach(part page_css page_js)
  string(SHA256 digits "${${part}}")
  set(hash "")
  foreach(at RANGE 0 60 3)
    string(SUBSTRING ${digits} ${at} 3 three)
    math(EXPR first "0x${three} >> 6")
    math(EXPR second "0x${three} & 63")
    string(SUBSTRING ${alphabet} ${first} 1 first)
    string(SUBSTRING ${alphabet} ${second} 1 second)
    string(APPEND hash ${first}${second})
  endforeach()
  string(SUBSTRING ${digits} 63 1 last)
  math(EXPR last "0x${last} << 2")
  string(SUBSTRING ${alphabet} ${last} 1 last)
  string(APPEND code "const char ${part}_hash[] = \"${hash}${last}=\";\n")
endforeach()
file(WRITE ${OUT} "${code}")
