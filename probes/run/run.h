/* One run of the probes, from RUN to END. */
#ifndef RUN_H
#define RUN_H

#include "hal/report.h"
#include "options.h"

/* The exit status of the program; 3 is a fault on a bare board (hal/report.h). */
enum run_exit {
    RUN_EXIT_OK,
    RUN_EXIT_NO_CLOCK,
    RUN_EXIT_USAGE,
    RUN_EXIT_OUTPUT_LOST = HAL_REPORT_FAULT_STATUS + 1,
};

/* Runs the probes that OPTIONS want and sends what they measure to the console. Complains there
 * about what failed. */
enum run_exit run_probes(struct options *options);

/* The same with the clock that hal_timer_start() has chosen already. */
enum run_exit run_probes_by_clock(struct options *options);

#endif
