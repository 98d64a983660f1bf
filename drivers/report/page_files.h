/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The files of drivers/report/page, which are made part of the program when it
 * is built (page/embed.cmake). All end with a NUL. */
#ifndef REPORT_PAGE_FILES_H
#define REPORT_PAGE_FILES_H

extern const char page_html[];
extern const char page_css[];
extern const char page_js[];
/* SHA-256 of the two in base64, for the policy that lets nothing else run. */
extern const char page_css_hash[];
extern const char page_js_hash[];

#endif
