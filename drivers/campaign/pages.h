/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The results of a campaign for people and for CI. */
#ifndef CAMPAIGN_PAGES_H
#define CAMPAIGN_PAGES_H

#include "campaign/bugs.h"

#define CAMPAIGN_INDEX "index.html"
#define CAMPAIGN_JUNIT "junit.xml"
#define CAMPAIGN_SIGNATURES "signatures.txt"

/* Replaces the page, the JUnit file and the list of signatures, which --known
 * reads. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status campaign_write_pages(const campaign *of, const bugs *found,
                               rd_error *err);

#endif
