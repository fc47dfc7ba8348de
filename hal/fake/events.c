/* Counts what the test's script says. */
#include "fake.h"
#include <hal/events.h>

const char *hal_events_name(void)
{
    return fake.events.most > 0 ? "fake" : NULL;
}

const char *hal_event_add(const char *name, enum hal_event_kind *kind)
{
    if (name[0] == '_')
        return "none by the script";
    if (fake.events.n == fake.events.most)
        return "no further counter by the script";
    *kind = fake.events.kind[fake.events.n++];
    return NULL;
}

void hal_event_drop(void)
{
    if (fake.events.n > 0)
        fake.events.n--;
}

void hal_events_begin(void)
{
    fake.events.begins++;
}

void hal_events_end(uint64_t counts[HAL_EVENTS])
{
    for (unsigned i = 0; i < fake.events.n; i++)
        counts[i] = fake.events.counts[i];
}
