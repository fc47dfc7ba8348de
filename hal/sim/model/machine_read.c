/* Reads a machine file: its lines, sections and keys. */
#include "machine.h"
#include "machine_check.h"
#include "machine_keys.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 512 };

static const struct {
    const char *name;
    unsigned section, numbers;
} sections[] = {
    { "machine", IN_MACHINE, 0 },
    { "cache", IN_CACHE, SIM_CACHES },
    { "memory", IN_MEMORY, 0 },
    { "tlb", IN_TLB, SIM_TLBS },
    { "walk", IN_WALK, 0 },
    { "region", IN_REGION, SIM_REGIONS },
    { "prefetch", IN_PREFETCH, 0 },
    { "frames", IN_FRAMES, 0 },
    { "noise", IN_NOISE, 0 },
    { "coherence", IN_COHERENCE, 0 },
    { "os", IN_OS, 0 },
    { "cpu", IN_CPU, 0 },
    { "op", IN_OP, OP_SECTIONS },
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* TEXT without blanks at either end, cut in place. */
static char *trimmed(char *text)
{
    size_t n = strlen(text);

    while (n > 0 && is_blank(text[n - 1]))
        text[--n] = 0;
    while (is_blank(*text))
        text++;
    return text;
}

/* ---- lines ---- */

/* Number of a section such as "cache 2", or 0 when REST is none. */
static unsigned level_number(const char *rest)
{
    char *end;
    unsigned long n;

    if (*rest < '1' || *rest > '9')
        return 0;
    n = strtoul(rest, &end, 10);
    return *end || n > UINT32_MAX ? 0 : (unsigned)n;
}

static void begin_numbered(struct machine_parser *p, size_t i, const char *rest)
{
    unsigned n = level_number(rest);

    if (n == 0)
        machine_fail(p, p->line, "[%s]: needs a level, as in [%s 1]", sections[i].name,
                     sections[i].name);
    else if (n > sections[i].numbers)
        machine_fail(p, p->line, "[%s %u]: at most %u levels can be modelled", sections[i].name, n,
                     sections[i].numbers);
    else
        p->section = (int)(sections[i].section + n - 1);
}

/* A section such as "op add.i32". */
static void begin_op(struct machine_parser *p, const char *rest)
{
    const char *dot = strchr(rest, '.');
    char op[LINE_MOST];
    int number = -1, type = -1;

    if (dot) {
        memcpy(op, rest, (size_t)(dot - rest));
        op[dot - rest] = 0;
        number = machine_choice(SIM_OP_NAMES, op);
        type = machine_choice(SIM_TYPE_NAMES, dot + 1);
    }
    if (number < 0 || type < 0)
        machine_fail(p, p->line, "[op %s]: must be [op OP.TYPE], OP one of: %s; TYPE one of: %s",
                     rest, SIM_OP_NAMES, SIM_TYPE_NAMES);
    else
        p->section = IN_OP + number * SIM_TYPES + type;
}

static void begin_section(struct machine_parser *p, char *name)
{
    char *rest = name + strcspn(name, " \t");
    size_t n = (size_t)(rest - name);
    size_t i = 0;

    rest = trimmed(rest);
    while (i < sizeof sections / sizeof sections[0] &&
           (strlen(sections[i].name) != n || memcmp(sections[i].name, name, n) != 0))
        i++;
    if (i == sizeof sections / sizeof sections[0] || (*rest && !sections[i].numbers)) {
        machine_fail(p, p->line, "[%s]: no such section", name);
        return;
    }
    p->section = (int)sections[i].section;
    if (sections[i].section == IN_OP)
        begin_op(p, rest);
    else if (sections[i].numbers)
        begin_numbered(p, i, rest);
    if (!p->failed && p->section_line[p->section])
        machine_fail(p, p->line, "[%s] was already given in line %u", name,
                     p->section_line[p->section]);
    if (!p->failed)
        p->section_line[p->section] = p->line;
}

static bool belongs(const struct machine_key *key, int section)
{
    unsigned numbers = key->section == IN_CACHE    ? SIM_CACHES
                       : key->section == IN_TLB    ? SIM_TLBS
                       : key->section == IN_REGION ? SIM_REGIONS
                       : key->section == IN_OP     ? OP_SECTIONS
                                                   : 1;

    return (unsigned)section >= key->section && (unsigned)section < key->section + numbers;
}

static void expect_null(struct machine_parser *p, const char *id, const char *value)
{
    struct sim_machine *m = p->machine;

    bool or_right = strcmp(value, "null or right") == 0;

    if (!or_right && strcmp(value, "null") != 0)
        machine_fail(p, p->line,
                     "expect.%s = %s: only \"null\" or \"null or right\" can be expected", id,
                     value);
    else if (*id == 0 || strlen(id) >= sizeof m->null_id[0])
        machine_fail(p, p->line, "expect.%s: not the id of a result", id);
    else if (sim_machine_expects(m, id) != SIM_EXPECTS_RIGHT)
        machine_fail(p, p->line, "expect.%s was already given", id);
    else if (m->n_nulls == SIM_NULLS)
        machine_fail(p, p->line, "more than %d expectations", SIM_NULLS);
    else {
        m->null_or_right[m->n_nulls] = or_right;
        strcpy(m->null_id[m->n_nulls++], id);
    }
}

static void read_key(struct machine_parser *p, const char *name, const char *value)
{
    for (unsigned i = 0; i < machine_keys_count; i++) {
        unsigned *line = &p->key_line[p->section][i];
        if (!belongs(&machine_keys[i], p->section) || strcmp(machine_keys[i].name, name) != 0)
            continue;
        if (*line)
            machine_fail(p, p->line, "%s was already given in line %u", name, *line);
        *line = p->line;
        machine_store(p, &machine_keys[i], value);
        return;
    }
    if (p->section == IN_MACHINE && strncmp(name, "expect.", 7) == 0)
        expect_null(p, name + 7, value);
    else
        machine_fail(p, p->line, "%s: no such key in this section", name);
}

static void read_assignment(struct machine_parser *p, char *text)
{
    char *equals = strchr(text, '=');

    if (!equals)
        machine_fail(p, p->line, "%s: neither [section] nor key = value", text);
    else if (p->section < 0)
        machine_fail(p, p->line, "%s: is before the first section", text);
    else {
        *equals = 0;
        read_key(p, trimmed(text), trimmed(equals + 1));
    }
}

static void read_line(struct machine_parser *p, char *text)
{
    text[strcspn(text, "#")] = 0;
    text = trimmed(text);
    size_t n = strlen(text);

    if (n == 0)
        return;
    if (*text != '[')
        read_assignment(p, text);
    else if (text[n - 1] != ']')
        machine_fail(p, p->line, "%s: ] is missing", text);
    else {
        text[n - 1] = 0;
        begin_section(p, trimmed(text + 1));
    }
}

/* The line at TEXT, of N bytes, as a string of its own. */
static void take_line(struct machine_parser *p, const char *text, size_t n)
{
    char line[LINE_MOST];

    if (n >= sizeof line || memchr(text, 0, n)) {
        machine_fail(p, p->line, n >= sizeof line ? "line is too long" : "not a text file");
        return;
    }
    memcpy(line, text, n);
    line[n] = 0;
    read_line(p, line);
}

/* ---- a file ---- */

static void set_defaults(struct sim_machine *m)
{
    memset(m, 0, sizeof *m);
    strcpy(m->name, "unnamed");
    m->cores = 1;
    m->mhz = 1000;
    m->page_bytes = 4096;
    m->word_bytes = 8;
    m->seed = 1;
    m->resolution_ticks = 1;
    m->stretch_ns = 5000000;
    m->issue = 1;
    m->shared_by = 1;
    m->add_16ths = 16;
    m->slow_16ths = 16;
    m->licence_slow_16ths = m->licence_clock_16ths = SIM_16THS;
    m->streams = m->ahead = 1;
    m->directions = m->jumps = 4096;
    m->jump_targets = 64;
    for (unsigned i = 0; i < OP_SECTIONS; i++)
        m->op[i] = (struct sim_op){ .latency_16ths = 16, .interval_16ths = 16, .units = 1 };
    for (unsigned i = 0; i < SIM_REGIONS; i++)
        m->region[i].writes = m->region[i].runs = true;
    for (unsigned i = 0; i < SIM_CACHES; i++) {
        m->cache[i].shared_by = 1;
        m->cache[i].allocate = true;
        m->cache[i].admit_ppb = SIM_PPB;
        m->cache[i].index = i == 0 ? SIM_VIRTUAL : SIM_PHYSICAL;
    }
}

int sim_machine_parse(struct sim_machine *machine, const char *text, size_t n_bytes,
                      const char *name, char *error, size_t error_bytes)
{
    struct machine_parser p = {
        .machine = machine, .path = name, .section = -1, .error = error, .error_bytes = error_bytes
    };

    set_defaults(machine);
    for (size_t at = 0; at < n_bytes && !p.failed;) {
        const char *end = memchr(text + at, '\n', n_bytes - at);
        size_t n = end ? (size_t)(end - text) - at : n_bytes - at;
        p.line++;
        take_line(&p, text + at, n);
        at += n + 1;
    }
    if (!p.failed)
        machine_check(&p);
    return p.failed ? -1 : 0;
}

enum { FILE_MOST_BYTES = 65536 };

int sim_machine_read(struct sim_machine *machine, const char *path, char *error, size_t error_bytes)
{
    char text[FILE_MOST_BYTES];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(text, 1, sizeof text, f) : 0;
    const char *cause = !f || ferror(f) ? strerror(errno) : 0;

    if (n == sizeof text)
        cause = "too long for a machine file";
    if (f)
        fclose(f);
    if (!cause)
        return sim_machine_parse(machine, text, n, path, error, error_bytes);
    snprintf(error, error_bytes, "%s:0: %s", path, cause);
    return -1;
}

enum sim_expects sim_machine_expects(const struct sim_machine *machine, const char *id)
{
    for (unsigned i = 0; i < machine->n_nulls; i++)
        if (strcmp(machine->null_id[i], id) == 0)
            return machine->null_or_right[i] ? SIM_EXPECTS_EITHER : SIM_EXPECTS_NULL;
    return SIM_EXPECTS_RIGHT;
}
