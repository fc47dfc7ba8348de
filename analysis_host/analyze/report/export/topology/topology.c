/* Adds boxes and remarks to a topology. */
#include "topology.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void export_tell(struct export_topology *t, const char *name, const char *text, ...)
{
    va_list args;

    if (t->n_info == EXPORT_INFOS)
        return;
    struct export_info *info = &t->info[t->n_info++];
    info->name = name;
    va_start(args, text);
    vsnprintf(info->text, sizeof info->text, text, args);
    va_end(args);
}

bool export_box_crosses(const struct export_box *b, size_t first, size_t count)
{
    size_t end = first + count, b_end = b->first + b->count;
    bool apart = end <= b->first || b_end <= first;
    bool inside = (first >= b->first && end <= b_end) || (b->first >= first && b_end <= end);

    return !apart && !inside;
}

struct export_box *export_box(struct export_topology *t, enum export_box_kind kind, unsigned level,
                              size_t first, size_t count)
{
    for (size_t i = 0; i < t->n_boxes; i++)
        if (export_box_crosses(&t->box[i], first, count))
            return NULL;
    /* Room doubles whenever n reaches a power of two. */
    bool full = (t->n_boxes & (t->n_boxes - 1)) == 0;
    struct export_box *grown =
        full ? realloc(t->box, (2 * t->n_boxes + 1) * sizeof *grown) : t->box;
    if (grown == NULL)
        return NULL;
    t->box = grown;
    t->box[t->n_boxes] =
        (struct export_box){ .kind = kind, .level = level, .first = first, .count = count };
    return &t->box[t->n_boxes++];
}
