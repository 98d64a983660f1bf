/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The folder of a report.
 *
 * report.json holds all facts and everything else is made from it, so it comes
 * first. Each file is replaced as a whole: who reads while a report is made anew
 * finds the old one or the new one.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/files.h"
#include "report/report.h"

rd_status report_write(const report *self, const char *folder, rd_error *err)
{
  rd_status status = folder_make(folder, 0777, err);
  if (status)
    return status;
  char *path = mem_format("%s/report.json", folder);
  status = report_write_json(self, path, err);
  free(path);
  return status;
}
