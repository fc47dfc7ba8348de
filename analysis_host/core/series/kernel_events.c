/* Reads series of events (probes/lib/events.h). */
#include "kernel_events.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const struct log_series *s, const char *key)
{
    const char *text = log_key_text(s->keys, s->n_keys, key);

    return text != NULL ? text : "";
}

static bool is_events(const struct log_series *s)
{
    return strcmp(s->probe, "events") == 0;
}

/* Series of events come after the kernel's own, and before the next one of its probe. */
bool kernel_event_at(const struct log_run *run, const struct kernel_run *r, size_t i,
                     struct kernel_event *event)
{
    for (const struct log_series *s = r->series + 1; s < run->series + run->n_series; s++) {
        if (strcmp(s->probe, r->series->probe) == 0)
            return false;
        if (is_events(s) && strcmp(text_of(s, "name"), r->name) == 0 &&
            strcmp(text_of(s, "variant"), r->variant) == 0 && i-- == 0) {
            *event = (struct kernel_event){ text_of(s, "event"), text_of(s, "by"),
                                            strcmp(text_of(s, "proved"), "yes") == 0, s };
            return true;
        }
    }
    return false;
}

/* Counts of a run at N as a list, which is the caller's to free, with its length in *N_COUNTS and
 * those that are not known in *LOST; NULL: without memory. */
static double *list_counts(const struct log_series *s, uint64_t n, size_t *n_counts, size_t *lost)
{
    size_t room = 1;
    double *list;

    *n_counts = *lost = 0;
    for (size_t i = 0; i < s->n_events; i++)
        room += s->events[i].n_values;
    list = calloc(room, sizeof *list);
    for (size_t i = 0; i < s->n_events && list != NULL; i++) {
        const uint64_t *v = s->events[i].values;

        if (s->events[i].x != n || s->events[i].n_values == 0 || v[0] == 0)
            continue;
        for (size_t k = 1; k < s->events[i].n_values; k++)
            if (v[k] == UINT64_MAX)
                ++*lost;
            else
                list[(*n_counts)++] = (double)v[k] / (double)v[0];
    }
    return list;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Fills *COUNT with the counts at N as they are. */
static int read_counts(const struct log_series *s, uint64_t n, struct kernel_event_count *count)
{
    double *list = list_counts(s, n, &count->n, &count->lost);

    if (list == NULL)
        return -1;
    if (count->n > 0) {
        qsort(list, count->n, sizeof *list, by_size);
        count->least = list[0];
        count->median = stats_median(list, count->n);
        count->most = list[count->n - 1];
    }
    free(list);
    return count->n + count->lost > 0 ? 0 : 1;
}

int kernel_event_count(const struct kernel_event *event, uint64_t n,
                       struct kernel_event_count *count)
{
    struct kernel_event_count empty = { 0 };

    *count = (struct kernel_event_count){ 0 };
    int err = read_counts(event->series, n, count);
    if (err == 0 && read_counts(event->series, 0, &empty) < 0)
        err = -1;
    if (err == 0 && count->n > 0 && empty.n > 0) {
        count->least = fmax(0, count->least - empty.median);
        count->median = fmax(0, count->median - empty.median);
        count->most = fmax(0, count->most - empty.median);
    }
    return err;
}

double kernel_event_elements(const struct kernel_point *p)
{
    return p->counted && p->count[KERNEL_ELEMENTS] > 0 ? (double)p->count[KERNEL_ELEMENTS]
                                                       : (double)p->n;
}

size_t kernel_events_lacking(const struct log_run *run, const char *probe, size_t from)
{
    for (; from < run->n_series; from++)
        if (is_events(&run->series[from]) && *text_of(&run->series[from], "why") != '\0' &&
            strcmp(text_of(&run->series[from], "of"), probe) == 0)
            break;
    return from;
}
