/* The log against the files that the run reads. */
#ifndef INPUT_CHECK_H
#define INPUT_CHECK_H

#include "plan.h"

/* Returns the name of what PLAN reads and LOG (a path; NULL: standard output), LOG.new or
 * LOG.previous would overwrite: the image, the file to load, a board file, the serial line. NULL:
 * none. The text lasts as long as PLAN. Opens nothing. */
const char *input_check_log(const struct plan *plan, const char *log);

#endif
