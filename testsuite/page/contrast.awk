# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Computes the contrasts of the page's colours, for the light and the dark theme
# (WCAG 2.1: 4.5 for text, 3 for what is drawn), and names those that are too
# small. Input: page.css, whose colours are rows of light-dark(#rrggbb, #rrggbb).
function hex(digits) {
  return 16 * (index("0123456789abcdef", substr(digits, 1, 1)) - 1) + \
    index("0123456789abcdef", substr(digits, 2, 1)) - 1
}
function linear(value) {
  value /= 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ^ 2.4
}
function luminance(colour) {
  return 0.2126 * linear(hex(substr(colour, 2, 2))) + \
    0.7152 * linear(hex(substr(colour, 4, 2))) + \
    0.0722 * linear(hex(substr(colour, 6, 2)))
}
function check(front, back, least, theme, a, b, ratio) {
  if (!((front, theme) in colour) || !((back, theme) in colour)) {
    print "no colour " front " or " back
    bad = 1
    return
  }
  a = luminance(colour[front, theme]) + 0.05
  b = luminance(colour[back, theme]) + 0.05
  ratio = a > b ? a / b : b / a
  checked++
  if (ratio < least) {
    printf "%s on %s, %s: %.2f is less than %.1f\n", front, back, theme, ratio, least
    bad = 1
  }
}
function check_all(fronts, backs, least, f, b, i, j, m, n) {
  m = split(fronts, f, " ")
  n = split(backs, b, " ")
  for (i = 1; i <= m; i++)
    for (j = 1; j <= n; j++) {
      check(f[i], b[j], least, "light")
      check(f[i], b[j], least, "dark")
    }
}
/^ *--[a-z-]+: light-dark\(/ {
  split($0, part, /[ :(,)]+/)
  name = substr(part[2], 3)
  colour[name, "light"] = part[4]
  colour[name, "dark"] = part[5]
}
END {
  code = "ink c-key c-type c-string c-number c-comment c-pre"
  check_all("ink muted link good bad", "paper sheet", 4.5)
  check_all(code, "paper sheet gone-sheet gone-mark new-sheet new-mark", 4.5)
  check_all("muted", "gone-sheet new-sheet", 4.5)
  check_all("edge link", "paper", 3)
  check_all("v-interesting v-uninteresting v-invalid v-overruled v-timeout " \
    "v-resource-out", "paper", 3)
  if (!checked)
    print "no colour was found"
  exit bad || !checked
}
