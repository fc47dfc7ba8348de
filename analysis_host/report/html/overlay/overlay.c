#include "overlay.h"
#include "page.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* As much of FILE as LEVEL says: 0, its name without endings; else so many last parts of its path.
 */
static size_t piece(const char **from, const char *file, size_t level)
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

static bool alike(const char *a, const char *b, size_t level)
{
    const char *x, *y;
    size_t n = piece(&x, a, level), m = piece(&y, b, level);

    return n == m && memcmp(x, y, n) == 0;
}

/* Whether a board of another file looks like board I at LEVEL. */
static bool doubled(const struct compared_boards *b, size_t i, size_t level)
{
    for (size_t k = 0; k < b->n; k++)
        if (strcmp(b->at[k].name, b->at[i].name) != 0 && alike(b->at[k].name, b->at[i].name, level))
            return true;
    return false;
}

/* How many of the first N boards are of the file that board I is of. */
static size_t twins(const struct compared_boards *b, size_t n, size_t i)
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

    while (n = piece(&from, file, level), doubled(b, i, level) && n < strlen(file))
        level++;
    size_t room = n + 24;
    char *name = malloc(room);
    if (name == NULL)
        return NULL;
    if (twins(b, b->n, i) > 1)
        snprintf(name, room, "%.*s (%zu)", (int)n, from, twins(b, i, i) + 1);
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

/* ---- the page ---- */

static int no_memory(FILE *err, const char *html)
{
    fprintf(err, "analyze: %s: out of memory: no page was made\n", html);
    return 4;
}

static int too_many(FILE *err, size_t n)
{
    fprintf(err, "analyze: --overlay: %zu boards; a page tells %d apart\n", n, OVERLAY_MOST);
    return 2;
}

static int write_files(const char *html, char *const *files, size_t n, enum method method,
                       FILE *err)
{
    struct overlay o = { 0 };

    if (n > OVERLAY_MOST)
        return too_many(err, n);
    int status = compare_read_boards(&o.boards, files, n, true, method, err);
    if (status < 0 || overlay_name(&o) != 0)
        status = no_memory(err, html);
    else if (o.boards.n == 0)
        status = 3;
    else if (html_put(html, html_overlay_page, &o, err) != 0)
        status = 4;
    overlay_free(&o);
    return status;
}

int overlay_write(const char *html, char *const *files, size_t n, enum method method, FILE *err)
{
    size_t n_inside = 0;

    if (n != 1 || !compare_is_folder(files[0]))
        return write_files(html, files, n, method, err);
    char **inside = compare_files(files[0], &n_inside, err);
    if (inside == NULL)
        return 2;
    int status = write_files(html, inside, n_inside, method, err);
    compare_files_free(inside, n_inside);
    if (status == 3)
        fprintf(err, "analyze: %s: holds no report and no log that can be read\n", files[0]);
    return status;
}
