/* Finds events by name. */
#include "event_name.h"

/* Digit C in hexadecimal; 16: it is none. */
static unsigned digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

static bool read_raw(const char *name, uint32_t *code)
{
    unsigned n = 0;

    if (*name++ != 'r')
        return false;
    for (*code = 0; n < 8 && digit(name[n]) < 16; n++)
        *code = *code << 4 | digit(name[n]);
    return n > 0 && name[n] == '\0';
}

static bool is_same(const char *a, const char *b)
{
    for (; *a != '\0' && *a == *b; a++)
        b++;
    return *a == *b;
}

bool event_name_find(const struct event_name *table, unsigned n, const char *name,
                     struct event_name *found)
{
    for (unsigned i = 0; i < n; i++)
        if (is_same(table[i].name, name)) {
            *found = table[i];
            return true;
        }
    *found = (struct event_name){ .kind = HAL_EVENT_OTHER };
    if (!read_raw(name, &found->code))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (table[i].code == found->code)
            found->kind = table[i].kind;
    return true;
}
