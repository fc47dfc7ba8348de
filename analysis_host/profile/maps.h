/* Files in the memory of a program: what the plugin wrote next to its signature. */
#ifndef PROFILE_MAPS_H
#define PROFILE_MAPS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a file in the program's memory. */
struct map {
    uint64_t start, end; /* addresses */
    uint64_t offset;     /* in the file, of START */
    char path[PATH_MAX];
};

/* Reads the pieces that the file PATH lists into *MAPS, *N of them, which the caller frees in every
 * case; none where there is no such file, as of a bare image. Returns false without memory. */
bool maps_read(struct map **maps, size_t *n, const char *path);

/* Returns the piece that ADDRESS is in, or NULL. */
const struct map *maps_at(const struct map *maps, size_t n, uint64_t address);

/* Returns the name of the file without its folder. */
const char *maps_name(const struct map *map);

#endif
