/* Texts of patterns, as the build wrote them next to the image: what a log has no room for. */
#ifndef PATTERN_TEXTS_H
#define PATTERN_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

/* One order of a pattern. Texts are "" where the file has none. */
struct pattern_variant {
    const char *name, *relation, *loops;
    bool legal;
};

/* One pattern. */
struct pattern_text {
    const char *name, *spec, *about, *text;
    struct pattern_variant *variant;
    size_t n_variants;
};

struct pattern_texts {
    void *json; /* owns the texts */
    struct pattern_text *at;
    size_t n;
};

/* Reads FILE: an object with "patterns", or one pattern, each of schema pontoon.pattern/1 with its
 * "spec". Returns NULL after a fault, which stands in WHY (SIZE bytes): "line N: cause" or a cause.
 * To be freed with pattern_texts_free(). */
struct pattern_texts *pattern_texts_read(const char *file, char *why, size_t size);
void pattern_texts_free(struct pattern_texts *texts);

/* The pattern NAME, whatever its spec, or NULL; TEXTS may be NULL. */
const struct pattern_text *pattern_texts_find(const struct pattern_texts *texts, const char *name);
/* The order NAME of PATTERN, or NULL; PATTERN may be NULL. */
const struct pattern_variant *pattern_variant_find(const struct pattern_text *pattern,
                                                   const char *name);

#endif
