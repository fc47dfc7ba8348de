/* Which figures there are. */
#ifndef FIGURE_SPECS_H
#define FIGURE_SPECS_H

#include "figure.h"
#include <stddef.h>

extern const struct figure_spec figure_memory[], figure_processor[], figure_kernels[];
extern const size_t figure_memory_count, figure_processor_count, figure_kernels_count;

/* Draws figure queue_rob, queue_loads or queue_stores. */
void figure_draw_queue(struct figure_build *build);

/* Draws figure threads. */
void figure_draw_threads(struct figure_build *build);

#endif
