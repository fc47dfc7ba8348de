/* Refusals of kinds of export, and names of their values. */
#include "kind.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void export_refuse(struct exporter *e, const char *why, ...)
{
    va_list args;

    if (e->refused[0] != '\0')
        return;
    va_start(args, why);
    vsnprintf(e->refused, sizeof e->refused, why, args);
    va_end(args);
}

void export_note(struct exporter *e, const char *id, const char *text, ...)
{
    va_list args;

    for (size_t i = 0; i < e->n_notes; i++)
        if (strcmp(e->note[i].id, id) == 0)
            return;
    if (e->n_notes == EXPORT_NOTES)
        return;
    struct export_note *note = &e->note[e->n_notes++];
    snprintf(note->id, sizeof note->id, "%s", id);
    va_start(args, text);
    vsnprintf(note->text, sizeof note->text, text, args);
    va_end(args);
}

const char *export_values_name(enum export_values values)
{
    static const char *const names[] = { "effective", "nominal", "effective and nominal", "raw" };

    return names[values];
}
