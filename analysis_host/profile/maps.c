/* Where code was loaded from. */
#include "maps.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
