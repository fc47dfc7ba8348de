/* Reads the file of patterns that the build writes beside the image. */
#include "pattern_texts.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA "pontoon.pattern/1"

/* The text of KEY, "" where OBJECT has none. */
static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text != NULL ? text : "";
}

static int read_variants(struct pattern_text *pattern, const json_t *list)
{
    size_t n = json_array_size(list);

    pattern->variant = calloc(n + 1, sizeof *pattern->variant);
    if (pattern->variant == NULL)
        return -1;
    for (; pattern->n_variants < n; pattern->n_variants++) {
        const json_t *v = json_array_get(list, pattern->n_variants);

        pattern->variant[pattern->n_variants] =
            (struct pattern_variant){ text_of(v, "name"), text_of(v, "relation"),
                                      text_of(v, "loops"),
                                      json_is_true(json_object_get(v, "legal")) };
    }
    return 0;
}

/* Adds the pattern OBJECT; -1 with WHY when it is none. */
static int add_pattern(struct pattern_texts *texts, const json_t *object, char *why, size_t size)
{
    struct pattern_text *pattern = &texts->at[texts->n];

    if (strcmp(text_of(object, "schema"), SCHEMA) != 0 || *text_of(object, "name") == '\0' ||
        *text_of(object, "spec") == '\0') {
        snprintf(why, size, "pattern %zu is not of schema " SCHEMA " with name and spec",
                 texts->n + 1);
        return -1;
    }
    *pattern = (struct pattern_text){ .name = text_of(object, "name"),
                                      .spec = text_of(object, "spec"),
                                      .about = text_of(object, "about"),
                                      .text = text_of(object, "text") };
    texts->n++;
    if (read_variants(pattern, json_object_get(object, "variants")) == 0)
        return 0;
    snprintf(why, size, "out of memory");
    return -1;
}

static int add_all(struct pattern_texts *texts, json_t *root, char *why, size_t size)
{
    json_t *list = json_is_array(root) ? root : json_object_get(root, "patterns");
    size_t n = json_is_array(list) ? json_array_size(list) : 1;

    texts->at = calloc(n + 1, sizeof *texts->at);
    if (texts->at == NULL) {
        snprintf(why, size, "out of memory");
        return -1;
    }
    if (!json_is_array(list))
        return add_pattern(texts, root, why, size);
    for (size_t i = 0; i < n; i++)
        if (add_pattern(texts, json_array_get(list, i), why, size) != 0)
            return -1;
    return 0;
}

struct pattern_texts *pattern_texts_read(const char *file, char *why, size_t size)
{
    json_error_t error;
    json_t *root = json_load_file(file, JSON_REJECT_DUPLICATES, &error);
    struct pattern_texts *texts = calloc(1, sizeof *texts);

    if (root == NULL && error.line > 0)
        snprintf(why, size, "line %d: %s", error.line, error.text);
    else if (root == NULL)
        snprintf(why, size, "%s", error.text);
    else if (texts == NULL)
        snprintf(why, size, "out of memory");
    if (root == NULL || texts == NULL) {
        json_decref(root);
        free(texts);
        return NULL;
    }
    texts->json = root;
    if (add_all(texts, root, why, size) == 0)
        return texts;
    pattern_texts_free(texts);
    return NULL;
}

void pattern_texts_free(struct pattern_texts *texts)
{
    if (texts == NULL)
        return;
    for (size_t i = 0; i < texts->n; i++)
        free(texts->at[i].variant);
    free(texts->at);
    json_decref(texts->json);
    free(texts);
}

const struct pattern_text *pattern_texts_find(const struct pattern_texts *texts, const char *name)
{
    for (size_t i = 0; texts != NULL && i < texts->n; i++)
        if (strcmp(texts->at[i].name, name) == 0)
            return &texts->at[i];
    return NULL;
}

const struct pattern_variant *pattern_variant_find(const struct pattern_text *pattern,
                                                   const char *name)
{
    for (size_t i = 0; pattern != NULL && i < pattern->n_variants; i++)
        if (strcmp(pattern->variant[i].name, name) == 0)
            return &pattern->variant[i];
    return NULL;
}
