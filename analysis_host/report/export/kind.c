/* Refusals of kinds of export, and names of their values. */
#include "kind.h"
#include <stdarg.h>
#include <stdio.h>

void export_refuse(struct exporter *e, const char *why, ...)
{
    va_list args;

    if (e->refused[0] != '\0')
        return;
    va_start(args, why);
    vsnprintf(e->refused, sizeof e->refused, why, args);
    va_end(args);
}

const char *export_values_name(enum export_values values)
{
    static const char *const names[] = { "effective", "nominal", "effective and nominal", "raw" };

    return names[values];
}
