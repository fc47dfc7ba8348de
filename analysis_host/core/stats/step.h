/* The relative rise that the rules on steps share. */
#ifndef STEP_H
#define STEP_H

/* (to - from) / from without dividing by zero: 0 when both are zero, INFINITY for a rise from
 * zero. FROM and TO are ticks. */
double stats_relative_rise(double from, double to);

#endif
