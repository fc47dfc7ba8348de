/* One table, for the command line of `probes` and for the reader of logs. */
#include "probe_names.h"
#include <stdbool.h>

static const struct {
    const char *former, *now;
} names[] = {
    { "code", "fetch" },
    { "first_touch", "os_costs" },
    { "forward", "store_forward" },
    { "interference", "loaded_latency" },
    { "page_large", "huge_page" },
    { "pairs", "core_to_core" },
    { "timeslot", "timeslice" },
    { "window", "reorder_buffer" },
};

enum { NAMES = sizeof names / sizeof names[0] };

/* Returns true when NAME is, to the letter, the N bytes at TEXT. */
static bool is_name(const char *name, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (name[i] == '\0' || name[i] != text[i])
            return false;
    return name[n] == '\0';
}

static bool is_same(const char *a, const char *b)
{
    for (; *a != '\0' && *a == *b; a++)
        b++;
    return *a == *b;
}

const char *probe_names_now(const char *text, size_t n)
{
    for (unsigned i = 0; i < NAMES; i++)
        if (is_name(names[i].former, text, n))
            return names[i].now;
    return NULL;
}

const char *probe_names_former(const char *name)
{
    for (unsigned i = 0; i < NAMES; i++)
        if (is_same(names[i].now, name))
            return names[i].former;
    return NULL;
}
