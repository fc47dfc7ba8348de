/* Names of code. Files are opened once; a function is once in functions[]. */
#include "finish.h"
#include "objects.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where code was loaded from ---- */

enum { MOST = 65536 };

/* A line: start, end, offset, path. */
static bool read_line(struct map *map, FILE *from)
{
    char line[PATH_MAX + 128];
    unsigned long long start, end, offset;
    int path = 0;

    if (!fgets(line, sizeof line, from) ||
        sscanf(line, "%llx %llx %llx %n", &start, &end, &offset, &path) != 3 || path == 0)
        return false;
    line[strcspn(line, "\n")] = 0;
    *map = (struct map){ .start = start, .end = end, .offset = offset };
    snprintf(map->path, sizeof map->path, "%s", line + path);
    return true;
}

bool maps_read(struct map **maps, size_t *n, const char *path)
{
    FILE *from = fopen(path, "r");
    struct map map;
    bool good = true;

    *maps = NULL;
    *n = 0;
    while (from && good && *n < MOST && read_line(&map, from)) {
        struct map *more = realloc(*maps, (*n + 1) * sizeof *more);

        good = more != NULL;
        if (good) {
            more[(*n)++] = map;
            *maps = more;
        }
    }
    if (from)
        fclose(from);
    return good;
}

const struct map *maps_at(const struct map *maps, size_t n, uint64_t address)
{
    for (size_t i = 0; i < n; i++)
        if (address >= maps[i].start && address < maps[i].end)
            return &maps[i];
    return NULL;
}

const char *maps_name(const struct map *map)
{
    const char *slash = strrchr(map->path, '/');

    return slash ? slash + 1 : map->path;
}

/* A file, and what was loaded of it. */
struct file {
    const char *path;
    struct object *object;
};

struct names {
    struct map *maps;
    size_t n_maps;
    struct file *files;
    size_t n_files;
    uint32_t last;     /* function found last */
    uint64_t *entries; /* sorted: where calls lead */
    uint32_t n_entries;
};

static struct object *object_of(struct names *n, const struct map *map)
{
    for (size_t i = 0; i < n->n_files; i++)
        if (strcmp(n->files[i].path, map->path) == 0)
            return n->files[i].object;
    struct file *more = realloc(n->files, (n->n_files + 1) * sizeof *more);
    if (!more)
        return NULL;
    n->files = more;
    n->files[n->n_files] = (struct file){ map->path, object_open(map->path) };
    return n->files[n->n_files++].object;
}

/* The function NAME of OBJECT, which is added where it is new; NONE without memory. */
static uint32_t function_called(struct signature *s, struct names *n, const char *name,
                                const char *object)
{
    struct signature_function *f = s->functions;

    if (n->last < s->n_functions && strcmp(f[n->last].name, name) == 0 &&
        strcmp(f[n->last].object, object) == 0)
        return n->last;
    for (uint32_t i = 0; i < s->n_functions; i++)
        if (strcmp(f[i].name, name) == 0 && strcmp(f[i].object, object) == 0)
            return n->last = i;
    f = realloc(f, (s->n_functions + (size_t)1) * sizeof *f);
    if (!f)
        return SIGNATURE_NONE;
    s->functions = f;
    f[s->n_functions] = (struct signature_function){ strdup(name), strdup(object), 0 };
    if (!f[s->n_functions].name || !f[s->n_functions].object) {
        free(f[s->n_functions].name);
        free(f[s->n_functions].object);
        return SIGNATURE_NONE;
    }
    return n->last = s->n_functions++;
}

static uint64_t address_of(const struct signature *s, const struct signature_block *b)
{
    return signature_address(s, b->first);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Finds where calls lead: a function begins there. Returns false without memory. */
static bool find_entries(const struct signature *s, struct names *n)
{
    n->entries = calloc(s->n_edges + (size_t)1, sizeof *n->entries);
    if (!n->entries)
        return false;
    for (uint32_t i = 0; i < s->n_edges; i++) {
        uint8_t end = s->blocks[s->edges[i].from].end;
        if (end == END_CALL || end == END_CALL_INDIRECT)
            n->entries[n->n_entries++] = address_of(s, &s->blocks[s->edges[i].to]);
    }
    qsort(n->entries, n->n_entries, sizeof *n->entries, by_value);
    return true;
}

/* A name for code that has none: where in its file the function begins, as far as calls tell. */
static const char *name_by_entry(const struct names *n, const struct map *map, uint64_t address,
                                 char text[32])
{
    uint32_t low = 0, high = n->n_entries;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (n->entries[middle] <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!map || low == 0 || n->entries[low - 1] < map->start)
        return "?";
    snprintf(text, 32, "+0x%llx",
             (unsigned long long)(n->entries[low - 1] - map->start + map->offset));
    return text;
}

static void name_block(struct signature *s, struct names *n, struct signature_block *b)
{
    uint64_t address = address_of(s, b);
    const struct map *map = maps_at(n->maps, n->n_maps, address);
    struct object *o = map ? object_of(n, map) : NULL;
    const char *name = o ? object_function(o, address - map->start + map->offset) : NULL;

    char text[32];
    if (!name)
        name = name_by_entry(n, map, address, text);
    b->function = function_called(s, n, name, map ? maps_name(map) : "?");
}

static void name_loop(struct signature *s, struct names *n, struct signature_loop *l)
{
    const struct signature_block *header = &s->blocks[l->header];
    uint64_t address = address_of(s, header);
    const struct map *map = maps_at(n->maps, n->n_maps, address);
    struct object *o = map ? object_of(n, map) : NULL;
    const char *file = o ? object_source(o, address - map->start + map->offset, &l->line) : NULL;

    l->function = header->function;
    l->file = file ? strdup(file) : NULL;
}

static void take_build_id(struct signature *s, const char *program)
{
    struct object *o = object_open(program);

    if (o)
        object_build_id(o, s->build_id, sizeof s->build_id);
    object_close(o);
}

bool symbols_find(struct signature *s, const char *maps, const char *program)
{
    struct names n = { .last = SIGNATURE_NONE };
    bool good = find_entries(s, &n);

    good = maps_read(&n.maps, &n.n_maps, maps) && good;
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        name_block(s, &n, &s->blocks[i]);
        good = good && s->blocks[i].function != SIGNATURE_NONE;
    }
    for (uint32_t i = 0; i < s->n_loops; i++)
        name_loop(s, &n, &s->loops[i]);
    take_build_id(s, program);
    for (size_t i = 0; i < n.n_files; i++)
        object_close(n.files[i].object);
    free(n.files);
    free(n.entries);
    free(n.maps);
    return good;
}
