/* What a file of code tells of itself: functions, source lines, its build id. */
#ifndef PROFILE_OBJECTS_H
#define PROFILE_OBJECTS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct object;

/* Opens the file PATH. Returns NULL where it tells nothing. */
struct object *object_open(const char *path);
void object_close(struct object *o);

/* Returns the function that byte OFFSET of the file is in, or NULL; valid until O is closed. */
const char *object_function(const struct object *o, uint64_t offset);

/* Returns the source file of that byte, and its LINE; NULL where nobody knows. Valid until O is
 * closed.
 */
const char *object_source(struct object *o, uint64_t offset, uint32_t *line);

/* Writes to *AT where the function NAME begins, as addresses in the file are. False: it has none.
 */
bool object_find(const struct object *o, const char *name, uint64_t *at);

/* Returns the lowest address of code in the file; 0: it has none. */
uint64_t object_code(const struct object *o);

/* Writes the build id in hexadecimal, "" where there is none. */
void object_build_id(const struct object *o, char *to, size_t size);

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
