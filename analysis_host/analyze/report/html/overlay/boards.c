/* Gives boards of one page names that tell them apart. */
#include "boards.h"
#include "report/compare/compare.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As much of FILE as LEVEL says: 0, its name without endings; else so many last parts of its path.
 */
static size_t path_piece(const char **from, const char *file, size_t level)
{
    const char *part = file + strlen(file);
    size_t parts = level > 0 ? level : 1;

    for (; part > file; part--)
        if (part[-1] == '/' && --parts == 0)
            break;
    size_t stem = strcspn(part, ".");
    *from = part;
    return level == 0 && stem > 0 ? stem : strlen(part);
}

static bool same_piece(const char *a, const char *b, size_t level)
{
    const char *x, *y;
    size_t n = path_piece(&x, a, level), m = path_piece(&y, b, level);

    return n == m && memcmp(x, y, n) == 0;
}

/* True when a board of another file looks like board I at LEVEL. */
static bool looks_doubled(const struct compared_boards *b, size_t i, size_t level)
{
    for (size_t k = 0; k < b->n; k++)
        if (strcmp(b->at[k].name, b->at[i].name) != 0 &&
            same_piece(b->at[k].name, b->at[i].name, level))
            return true;
    return false;
}

/* Counts those of the first N boards that are of the file of board I. */
static size_t count_same_file(const struct compared_boards *b, size_t n, size_t i)
{
    size_t found = 0;

    for (size_t k = 0; k < n; k++)
        found += strcmp(b->at[k].name, b->at[i].name) == 0;
    return found;
}

static char *name_of(const struct compared_boards *b, size_t i)
{
    const char *file = b->at[i].name, *from;
    size_t level = 0, n;

    while (n = path_piece(&from, file, level), looks_doubled(b, i, level) && n < strlen(file))
        level++;
    size_t room = n + 24;
    char *name = malloc(room);
    if (name == NULL)
        return NULL;
    if (count_same_file(b, b->n, i) > 1)
        snprintf(name, room, "%.*s (%zu)", (int)n, from, count_same_file(b, i, i) + 1);
    else
        snprintf(name, room, "%.*s", (int)n, from);
    return name;
}

int overlay_name(struct overlay *o)
{
    o->names = calloc(o->boards.n + 1, sizeof *o->names);
    for (size_t i = 0; i < o->boards.n && o->names != NULL; i++) {
        o->names[i] = name_of(&o->boards, i);
        if (o->names[i] == NULL)
            return -1;
    }
    return o->names != NULL ? 0 : -1;
}

void overlay_free(struct overlay *o)
{
    for (size_t i = 0; i < o->boards.n && o->names != NULL; i++)
        free(o->names[i]);
    free(o->names);
    compared_boards_free(&o->boards);
    *o = (struct overlay){ 0 };
}
