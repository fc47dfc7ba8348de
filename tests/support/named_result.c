/* Answers of tests, by their names as reports spell them. */
#include "named_result.h"
#include <stdarg.h>
#include <stdio.h>

struct result *named_result(struct results *r, const char *unit, const char *id)
{
    struct result *one = result_add(r, id_read(id));

    snprintf(one->unit, sizeof one->unit, "%s", unit);
    return one;
}

void not_determined(struct result *r, const char *note, ...)
{
    va_list args;

    result_unknown(r, "", "", (struct remedy){ .kind = REMEDY_UNSAID });
    va_start(args, note);
    vsnprintf(r->note, sizeof r->note, note, args);
    va_end(args);
}
