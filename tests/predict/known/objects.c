/* Text of nested objects, lists, strings and numbers is read into a tree and written again. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    char kind;
    double number;
    char *text;
    struct value *first, *next;
};

static const char *at;

static struct value *make(char kind)
{
    struct value *v = calloc(1, sizeof *v);

    if (v == NULL)
        exit(1);
    v->kind = kind;
    return v;
}

static void blank(void)
{
    while (isspace((unsigned char)*at))
        at++;
}

static char *string(void)
{
    const char *from = ++at;

    while (*at != '"')
        at += *at == '\\' ? 2 : 1;
    char *text = malloc((size_t)(at - from) + 1);
    if (text == NULL)
        exit(1);
    memcpy(text, from, (size_t)(at - from));
    text[at++ - from] = 0;
    return text;
}

static struct value *read_value(void)
{
    struct value *v, **end;

    blank();
    if (*at == '"') {
        v = make('"');
        v->text = string();
        return v;
    }
    if (*at != '{' && *at != '[') {
        char *stop;

        v = make('0');
        v->number = strtod(at, &stop);
        at = stop;
        return v;
    }
    v = make(*at++);
    end = &v->first;
    for (blank(); *at != '}' && *at != ']'; blank()) {
        char *name = NULL;

        if (v->kind == '{') {
            name = string();
            blank();
            at++;
        }
        *end = read_value();
        if (name != NULL && (*end)->text == NULL)
            (*end)->text = name;
        else
            free(name);
        end = &(*end)->next;
        blank();
        at += *at == ',';
    }
    at++;
    return v;
}

static size_t write_value(const struct value *v, char *out)
{
    size_t n = 0;

    if (v->kind == '0')
        return (size_t)sprintf(out, "%g", v->number);
    if (v->kind == '"')
        return (size_t)sprintf(out, "\"%s\"", v->text);
    out[n++] = v->kind;
    for (const struct value *w = v->first; w != NULL; w = w->next) {
        n += write_value(w, out + n);
        out[n++] = ',';
    }
    out[n++] = v->kind == '{' ? '}' : ']';
    return n;
}

static void drop(struct value *v)
{
    while (v != NULL) {
        struct value *next = v->next;

        drop(v->first);
        free(v->text);
        free(v);
        v = next;
    }
}

int main(int argc, char **argv)
{
    size_t records = argc > 1 ? (size_t)atoi(argv[1]) : 900, n = 0, size = 0;
    char *text = malloc(records * 200 + 16), *out = malloc(records * 200 + 16);

    if (text == NULL || out == NULL)
        return 1;
    text[n++] = '[';
    for (size_t i = 0; i < records; i++)
        n += (size_t)sprintf(text + n,
                             "{ \"name\": \"part %zu\", \"price\": %.2f,\n \"sizes\": [%zu, %zu, "
                             "%zu], \"in\": {\"shelf\": %zu, \"note\": \"a \\\"b\\\" c\"} },\n",
                             i, (double)(i % 97) * 1.37, i % 7, i * 3 % 11, i * i % 1000, i / 9);
    text[n++] = ']';
    text[n] = 0;
    for (int lap = 0; lap < 4; lap++) {
        at = text;
        struct value *v = read_value();

        size += write_value(v, out);
        drop(v);
    }
    printf("%zu %zu\n", n, size);
    free(text);
    free(out);
    return 0;
}
