/* Without libdw no file tells anything. */
#include "objects.h"

struct object *object_open(const char *path)
{
    (void)path;
    return NULL;
}

void object_close(struct object *o)
{
    (void)o;
}

const char *object_function(const struct object *o, uint64_t offset)
{
    (void)o, (void)offset;
    return NULL;
}

const char *object_source(struct object *o, uint64_t offset, uint32_t *line)
{
    (void)o, (void)offset;
    *line = 0;
    return NULL;
}

void object_build_id(const struct object *o, char *to, size_t size)
{
    (void)o;
    if (size)
        to[0] = 0;
}

bool object_find(const struct object *o, const char *name, uint64_t *at)
{
    (void)o, (void)name, (void)at;
    return false;
}

uint64_t object_code(const struct object *o)
{
    (void)o;
    return 0;
}
