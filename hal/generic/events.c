/* No events are counted. */
#include <hal/events.h>
#include <stddef.h>

const char *hal_events_name(void)
{
    return NULL;
}

const char *hal_event_add(const char *name, enum hal_event_kind *kind)
{
    (void)name;
    (void)kind;
    return "this port reads no event counters";
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
