/* Events that Linux counts for each thread (perf_event_open(2)). */
#include "perf.h"
#include <hal/events.h>
#include <stddef.h>

#if __has_include(<linux/perf_event.h>)
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As PERF_FORMAT_TOTAL_TIME_ENABLED and _RUNNING say. */
struct reading {
    uint64_t value, enabled_ns, running_ns;
};

static struct perf_event_attr events[HAL_EVENTS];
static unsigned n_events;
static unsigned changes; /* of the list above */

/* The counters of a thread, a group of which the first is the leader. */
static _Thread_local struct {
    int file[HAL_EVENTS];
    struct reading last[HAL_EVENTS];
    unsigned n, change; /* that are open; of which list */
} own;

static void close_own(void)
{
    while (own.n > 0)
        (void)close(own.file[--own.n]);
}

/* Opens all counters, where they are not open. NULL, or why not; then none is. */
static const char *open_own(void)
{
    const char *why = NULL;

    if (own.n == n_events && own.change == changes)
        return NULL;
    close_own();
    own.change = changes;
    while (own.n < n_events) {
        struct perf_event_attr event = events[own.n];

        event.disabled = own.n == 0;
        event.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
        int file = perf_open(&event, own.n > 0 ? own.file[0] : -1, &why);
        if (file < 0) {
            close_own();
            return why;
        }
        own.last[own.n] = (struct reading){ 0, 0, 0 };
        own.file[own.n++] = file;
    }
    return NULL;
}

void hal_events_begin(void)
{
    if (open_own() != NULL || own.n == 0)
        return;
    (void)ioctl(own.file[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
    (void)ioctl(own.file[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

/* What event I counted since it was enabled last. Where the system counted something else in
 * between, the time that it ran is shorter than the time that it was enabled. */
static uint64_t counted(unsigned i)
{
    struct reading now;

    if (read(own.file[i], &now, sizeof now) != sizeof now)
        return HAL_EVENT_LOST;
    uint64_t enabled = now.enabled_ns - own.last[i].enabled_ns;
    uint64_t running = now.running_ns - own.last[i].running_ns;

    own.last[i] = now;
    return running == 0 || running < enabled ? HAL_EVENT_LOST : now.value;
}

void hal_events_end(uint64_t counts[HAL_EVENTS])
{
    if (own.n > 0)
        (void)ioctl(own.file[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
    for (unsigned i = 0; i < n_events; i++)
        counts[i] = i < own.n ? counted(i) : HAL_EVENT_LOST;
    if (syscall(SYS_gettid) != getpid()) /* a thread that ends soon */
        close_own();
}

const char *hal_events_name(void)
{
    return "perf";
}

/* A group that the processor cannot count as a whole never runs. */
static const char *try_group(void)
{
    uint64_t counts[HAL_EVENTS];
    const char *why = open_own();

    if (why != NULL)
        return why;
    hal_events_begin();
    for (volatile unsigned left = 1000; left > 0; left--)
        continue;
    hal_events_end(counts);
    return counts[n_events - 1] == HAL_EVENT_LOST
               ? "the processor has no counter for it with the events before it"
               : NULL;
}

const char *hal_event_add(const char *name, enum hal_event_kind *kind)
{
    if (n_events == HAL_EVENTS)
        return "more events than are counted at once";
    const char *why = perf_encode(name, &events[n_events], kind);
    if (why != NULL)
        return why;
    n_events++;
    changes++;
    why = try_group();
    if (why != NULL)
        hal_event_drop();
    return why;
}

void hal_event_drop(void)
{
    close_own();
    if (n_events > 0)
        n_events--;
    changes++;
}
#else
const char *hal_events_name(void)
{
    return NULL;
}

const char *hal_event_add(const char *name, enum hal_event_kind *kind)
{
    (void)name;
    (void)kind;
    return "the system has no perf_event_open";
}

void hal_event_drop(void)
{
}

void hal_events_begin(void)
{
}

void hal_events_end(uint64_t counts[HAL_EVENTS])
{
    for (unsigned i = 0; i < HAL_EVENTS; i++)
        counts[i] = HAL_EVENT_LOST;
}
#endif
