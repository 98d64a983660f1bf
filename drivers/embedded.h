/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The files that become part of the program when it is built (embed.cmake). Each
 * text ends with a NUL. */
#ifndef EMBEDDED_H
#define EMBEDDED_H

/* report/page/: the template, the style and the joined scripts of report.html, */
extern const char page_html[];
extern const char page_css[];
extern const char page_js[];
/* and SHA-256 of the latter two in base64, for the policy that lets nothing else
 * run. */
extern const char page_css_hash[];
extern const char page_js_hash[];

/* clang-hdd/templates/: completion scripts and man pages. */
extern const char template_bash[];
extern const char template_zsh[];
extern const char template_fish[];
extern const char template_man[];

#endif
