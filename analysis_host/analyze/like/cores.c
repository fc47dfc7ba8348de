/* Reads cores.txt. */
#include "cores.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct like_cores *cores;
    const char *from; /* of the values that follow; NULL: none yet */
    unsigned line;
    char *why;
};

static bool refuse(const struct reading *r, const char *what, const char *word)
{
    snprintf(r->why, LIKE_WHY, "line %u: %.60s: %s", r->line, word, what);
    return false;
}

/* Reads "12", "1280K" or "2.5" from *AT on; false where there is none. */
static bool read_number(const char **at, double *value)
{
    char *end;

    if (**at < '0' || **at > '9')
        return false;
    *value = strtod(*at, &end);
    if (*end == 'K' || *end == 'M')
        *value *= *end++ == 'K' ? 1024 : 1024 * 1024;
    *at = end;
    return true;
}

/* Reads "A|B-C|D". */
static bool read_choices(struct like_value *v, const char *text)
{
    do {
        struct like_choice *c = &v->at[v->n];

        if (v->n == LIKE_CHOICES || !read_number(&text, &c->low))
            return false;
        c->high = c->low;
        if (*text == '-' && (text++, !read_number(&text, &c->high) || c->high < c->low))
            return false;
        v->n++;
    } while (*text++ == '|');
    return text[-1] == '\0';
}

/* Reads WORD, "ID=VALUE". */
static bool read_value(const struct reading *r, char *word)
{
    struct like_core *core = r->cores->n > 0 ? &r->cores->at[r->cores->n - 1] : NULL;
    char *equals = strchr(word, '=');

    if (equals == NULL)
        return refuse(r, "core, family, arch, from or ID=VALUE is expected", word);
    if (core == NULL || r->from == NULL)
        return refuse(r, "a value needs a core and a source (from) before it", word);
    *equals = '\0';
    struct like_value v = { .id = id_read(word), .text = equals + 1, .from = r->from };
    if (v.id.quantity == QUANTITY_UNKNOWN || strcmp(v.id.text, word) != 0)
        return refuse(r, "ids.def has no such id", word);
    for (size_t i = 0; i < core->n; i++)
        if (id_same(&core->at[i].id, &v.id))
            return refuse(r, "this core has a value of it already", word);
    if (!read_choices(&v, v.text))
        return refuse(r, "no number, alternatives or range", v.text);
    struct like_value *more = realloc(core->at, (core->n + 1) * sizeof *more);
    if (more == NULL)
        return refuse(r, "out of memory", word);
    core->at = more;
    core->at[core->n++] = v;
    return true;
}

static bool begin_core(struct reading *r, char *name)
{
    struct like_core *more = realloc(r->cores->at, (r->cores->n + 1) * sizeof *more);

    if (more == NULL)
        return refuse(r, "out of memory", name);
    r->cores->at = more;
    more[r->cores->n++] = (struct like_core){ .name = name, .family = name, .arch = "" };
    r->from = NULL;
    return true;
}

static bool read_line(struct reading *r, char *line)
{
    struct like_core *core = r->cores->n > 0 ? &r->cores->at[r->cores->n - 1] : NULL;

    if (*line == '\0' || *line == '#')
        return true;
    if (strncmp(line, "core ", 5) == 0)
        return begin_core(r, line + 5);
    if (core == NULL)
        return refuse(r, "core NAME is expected first", line);
    if (strncmp(line, "family ", 7) == 0)
        core->family = line + 7;
    else if (strncmp(line, "arch ", 5) == 0)
        core->arch = line + 5;
    else if (strncmp(line, "from ", 5) == 0)
        r->from = line + 5;
    else
        for (char *rest, *word = strtok_r(line, " ", &rest); word != NULL;
             word = strtok_r(NULL, " ", &rest))
            if (!read_value(r, word))
                return false;
    return true;
}

bool like_cores_read(struct like_cores *c, const char *text, char why[LIKE_WHY])
{
    struct reading r = { .cores = c, .why = why };

    *c = (struct like_cores){ .text = strdup(text) };
    if (c->text == NULL)
        return refuse(&r, "out of memory", "cores");
    for (char *next, *line = c->text; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        r.line++;
        if (!read_line(&r, line))
            return false;
    }
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].n == 0 || *c->at[i].arch == '\0')
            return refuse(&r, "a core needs values and an arch", c->at[i].name);
    return true;
}

void like_cores_free(struct like_cores *c)
{
    for (size_t i = 0; i < c->n; i++)
        free(c->at[i].at);
    free(c->at);
    free(c->text);
    *c = (struct like_cores){ 0 };
}

bool like_core_runs(const struct like_core *core, const char *arch)
{
    for (const char *at = core->arch; *at != '\0'; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");

        if (strncmp(arch, at, n) == 0)
            return true;
        at += n;
    }
    return false;
}
