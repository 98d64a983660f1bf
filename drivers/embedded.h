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

/* report/templates/: the texts of a report, */
extern const char template_bugzilla[];
extern const char template_debian[];
extern const char template_description[];
extern const char template_github[];
extern const char template_plain[];
extern const char template_where[];
extern const char template_script[];
extern const char template_dejagnu[];
extern const char template_lit[];
extern const char template_suite[];
/* campaign/templates/: the results of a campaign, */
extern const char template_index[];
extern const char template_junit[];
/* clang-hdd/templates/: completion scripts and man pages. */
extern const char template_bash[];
extern const char template_zsh[];
extern const char template_fish[];
extern const char template_man[];

#endif
