/* Names of code. Files are opened once; a function is once in functions[]. */
#include "symbols.h"
#include "maps.h"
#include "objects.h"
#include <stdlib.h>
#include <string.h>

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
    uint32_t last; /* function found last */
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
    f[s->n_functions] = (struct signature_function){ strdup(name), strdup(object) };
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

static void name_block(struct signature *s, struct names *n, struct signature_block *b)
{
    uint64_t address = address_of(s, b);
    const struct map *map = maps_at(n->maps, n->n_maps, address);
    struct object *o = map ? object_of(n, map) : NULL;
    const char *name = o ? object_function(o, address - map->start + map->offset) : NULL;

    b->function = function_called(s, n, name ? name : "?", map ? maps_name(map) : "?");
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
    bool good = true;

    n.maps = maps_read(maps, &n.n_maps);
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
    free(n.maps);
    return good;
}
