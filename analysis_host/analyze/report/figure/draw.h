/* Timings, lines and marks, for those that draw a figure. */
#ifndef FIGURE_DRAW_H
#define FIGURE_DRAW_H

#include "figure.h"
#include "log/log.h"
#include "result/result.h"
#include <stddef.h>

/* A timing, or the one that stands for N of a point, of which there are too many to draw. */
struct figure_timing {
    double x, x2, y;
    size_t n;
};

struct figure_timings {
    struct figure_timing *at; /* ascending x2, then x, then y */
    size_t n;
};

struct figure_build {
    const struct log_run *run;
    const struct results *results;
    struct figure *figure;
    struct figures *all;
    double cycle; /* ticks of a cycle, of a nanosecond or of a tick: what the unit of y says */
};

/* Timings of SERIES in ticks of an operation divided by UNIT; to be freed. Of a long series each
 * point has its least and its most timing and such as lie evenly between them. Empty when memory is
 * short. */
struct figure_timings figure_timings(struct figure_build *build, const struct log_series *series,
                                     double unit);
/* Brings TIMINGS whose x changed into order again. */
void figure_timings_sort(struct figure_timings *timings);
/* Those with the second control variable X2, inside TIMINGS. */
struct figure_timings figure_timings_at(const struct figure_timings *timings, double x2);
/* The median of those at X, of an X2 alone; NaN where there is none. */
double figure_timings_median(const struct figure_timings *timings, double x);

/* Adds a line of TIMINGS of one X2, named printf-like. NULL when memory is short or it is empty. */
struct figure_line *figure_add_line(struct figure_build *build, const struct log_series *series,
                                    const struct figure_timings *timings, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
/* Puts the last line into GROUP; another board's lines in it are the same curve over there. Where
 * an earlier line is in it, the last one is in none. */
void figure_group(struct figure_build *build, const char *group);
/* Adds a line without points, and points to a line. NULL when memory is short. */
struct figure_line *figure_new_line(struct figure_build *build, const struct log_series *series,
                                    const char *name);
struct figure_point *figure_add_point(struct figure_build *build, struct figure_line *line,
                                      double x, double y);

/* Adds a line NAME of the histogram of the N VALUES, in the unit of x: bins as wide as the
 * interquartile range, or a tenth of the median where that is less, over the cube root of N
 * (Freedman and Diaconis, 1981), halved, so that modes show; each as high as the share of values in
 * it, in percent. Of the values above ten medians none is drawn. */
struct figure_line *figure_add_histogram(struct figure_build *build,
                                         const struct log_series *series, const char *name,
                                         const double *values, size_t n);

/* Marks the number of result ID, where there is one, with LABEL before it in words. */
void figure_mark_x(struct figure_build *build, struct result_id id, const char *label);
/* Marks what the operating system reports of ID, where it does, with LABEL before it. */
void figure_mark_reported(struct figure_build *build, struct result_id id, const char *label);
/* The same as figure_mark_x() at height y, across the figure from FROM to TO. */
void figure_mark_y(struct figure_build *build, struct result_id id, const char *label, double from,
                   double to);

/* Names row AT of a matrix, printf-like. */
void figure_name_row(struct figure_build *build, double at, const char *name, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the next series of the figure's probe from index *AT on, or NULL; *AT becomes the index
 * after it. */
const struct log_series *figure_series(const struct figure_build *build, size_t *at);
/* Returns the value of a key of SERIES, or "". */
const char *figure_key(const struct log_series *series, const char *key);

#endif
