/* Writes JSON. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    unsigned depth;
    bool first; /* nothing is in the innermost object or array yet */
};

/* Begin and end an object or an array, BRACKET being '{' or '['; KEY is NULL in an array. */
void json_begin(struct json *j, const char *key, char bracket);
void json_end(struct json *j, char bracket);

void json_text(struct json *j, const char *key, const char *text);
void json_number(struct json *j, const char *key, uint64_t number);
void json_null(struct json *j, const char *key);
void json_bool(struct json *j, const char *key, bool value);

#endif
