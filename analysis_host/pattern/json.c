/* Writes JSON. */
#include "json.h"
#include "lexer.h"

/* Bytes beyond ASCII become '?' where they are no UTF-8, as in names of files. */
static void string(FILE *out, const char *text)
{
    bool utf8 = text_is_utf8(text);

    fputc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++)
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p == '\n')
            fputs("\\n", out);
        else if (*p < ' ' || *p == 0x7f)
            fprintf(out, "\\u%04x", *p);
        else if (*p >= 0x80 && !utf8)
            fputc('?', out);
        else
            fputc(*p, out);
    fputc('"', out);
}

static void item(struct json *j, const char *key)
{
    if (j->depth > 0) {
        fputs(j->first ? "\n" : ",\n", j->out);
        for (unsigned i = 0; i < j->depth; i++)
            fputc(' ', j->out);
    }
    j->first = false;
    if (key != NULL) {
        string(j->out, key);
        fputs(": ", j->out);
    }
}

void json_begin(struct json *j, const char *key, char bracket)
{
    item(j, key);
    fputc(bracket, j->out);
    j->depth++;
    j->first = true;
}

void json_end(struct json *j, char bracket)
{
    j->depth--;
    if (!j->first) {
        fputc('\n', j->out);
        for (unsigned i = 0; i < j->depth; i++)
            fputc(' ', j->out);
    }
    fputc(bracket, j->out);
    j->first = false;
    if (j->depth == 0)
        fputc('\n', j->out);
}

void json_text(struct json *j, const char *key, const char *text)
{
    item(j, key);
    string(j->out, text);
}

void json_number(struct json *j, const char *key, uint64_t number)
{
    item(j, key);
    fprintf(j->out, "%llu", (unsigned long long)number);
}

void json_null(struct json *j, const char *key)
{
    item(j, key);
    fputs("null", j->out);
}

void json_bool(struct json *j, const char *key, bool value)
{
    item(j, key);
    fputs(value ? "true" : "false", j->out);
}
