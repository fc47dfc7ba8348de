/* Names of events: tables of a port, and raw codes. */
#ifndef EVENT_NAME_H
#define EVENT_NAME_H

#include <hal/events.h>
#include <stdbool.h>
#include <stdint.h>

struct event_name {
    const char *name;
    uint32_t code;
    enum hal_event_kind kind;
};

/* Finds NAME among the N of TABLE, and fills *FOUND. rN is the code N, hexadecimal, 1 to 8 digits,
 * of the kind that the event with this code has in TABLE. False: NAME is neither. */
bool event_name_find(const struct event_name *table, unsigned n, const char *name,
                     struct event_name *found);

#endif
