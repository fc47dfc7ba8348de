/* Results of probe screen, some of them wrong (probes/lib/flow/screen_result.h). */
#ifndef SCREEN_RESULT_H
#define SCREEN_RESULT_H

#include "flips.h"

#define SCREEN_RESULT(op, type, bits, width) sim_flips_result(op, type, bits, width)

#endif
