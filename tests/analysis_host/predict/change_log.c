/* Another board's log, made of one on standard input: `arch=arm` for a key of RUN
 * (`given.KEY=VALUE` is added), `ops=2` for the times of probe ops but those of its reference (x =
 * 0), `memory=2` for those of the pointer chase of probe cache_size over more than 32 MiB,
 * `outer=0.1` for those of probe bandwidth beyond the first level. Sums are made anew; those of a
 * whole series or run are left out, as older images do. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8192, LONGEST = LINE - 64 }; /* room for what a change makes longer */

#define BEYOND_CACHES (32.0 * 1024 * 1024)

struct change {
    const char *key, *value; /* of RUN */
    double ops, memory, outer;
    bool given;                      /* the key was added */
    bool in_ops, in_chase, in_outer; /* the series that is read */
};

static uint32_t crc32_of(const char *text, size_t n)
{
    uint32_t crc = 0xffffffff;

    for (size_t i = 0; i < n; i++) {
        crc ^= (uint8_t)text[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

/* Puts the value of the key in place of the one that TEXT has. */
static void change_key(struct change *c, char *text)
{
    char key[64], out[LINE];

    snprintf(key, sizeof key, ",%s=", c->key);
    const char *at = strstr(text, key);
    if (at == NULL && strncmp(c->key, "given.", 6) == 0 && !c->given) {
        size_t n = strlen(text);
        snprintf(text + n, LINE - n - 64, "%s%s", key, c->value);
        c->given = true;
    }
    if (at == NULL)
        return;
    at += strlen(key);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, c->value, at + strcspn(at, ","));
    strcpy(text, out);
}

/* Fields of "PT,n,S,x:y,ops,ticks,ticks..." from the third comma on: ticks times TIMES. */
static void change_ticks(char *text, double times)
{
    char out[LINE];
    unsigned commas = 0;
    size_t n = 0;

    for (const char *at = text; *at != '\0' && n < sizeof out - 32;) {
        if (commas < 5 || *at == ',') {
            commas += *at == ',';
            out[n++] = *at++;
            continue;
        }
        char *end;
        double ticks = strtod(at, &end);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.0f", ticks * times);
        at = end;
    }
    out[n] = '\0';
    strcpy(text, out);
}

static void change_point(const struct change *c, char *text)
{
    double x = strtod(strstr(text, ",S,") + 3, NULL);

    if (c->in_ops && x > 0)
        change_ticks(text, c->ops);
    else if (c->in_chase && x > BEYOND_CACHES)
        change_ticks(text, c->memory);
    else if (c->in_outer)
        change_ticks(text, c->outer);
}

/* TEXT: what stands between '$' and '*'. */
static void change(struct change *c, char *text)
{
    if (strstr(text, ",PROBE,") != NULL) {
        c->in_ops = strstr(text, ",PROBE,ops,") != NULL;
        c->in_outer =
            strstr(text, ",PROBE,bandwidth,level=") != NULL && strstr(text, ",level=1,") == NULL;
        c->in_chase = strstr(text, ",PROBE,cache_size,") != NULL;
    } else if (strstr(text, ",RUN,") != NULL && c->key != NULL) {
        change_key(c, text);
    } else if (strstr(text, ",S,") != NULL) {
        change_point(c, text);
    } else if (strstr(text, ",DONE,") != NULL || strstr(text, ",END,") != NULL) {
        char *sum = strrchr(text, ',');
        if (sum != NULL && strlen(sum) == 9 && strspn(sum + 1, "0123456789ABCDEF") == 8)
            *sum = '\0';
    }
}

int main(int argc, char **argv)
{
    struct change c = { .ops = 1, .memory = 1, .outer = 1 };
    char line[LINE];

    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value == NULL)
            return 2;
        *value++ = '\0';
        if (strcmp(argv[i], "ops") == 0)
            c.ops = atof(value);
        else if (strcmp(argv[i], "memory") == 0)
            c.memory = atof(value);
        else if (strcmp(argv[i], "outer") == 0)
            c.outer = atof(value);
        else
            c.key = argv[i], c.value = value;
    }
    while (fgets(line, LONGEST, stdin) != NULL) {
        char *star = strrchr(line, '*');
        if (*line != '$' || star == NULL) {
            fputs(line, stdout);
            continue;
        }
        *star = '\0';
        change(&c, line + 1);
        printf("%s*%08X\n", line, crc32_of(line + 1, strlen(line + 1)));
    }
    return ferror(stdin) || fflush(stdout) != 0;
}
