/* Writes the kernels of probes ops, live_ranges and peaks as C, one file an element type: a host
 * program of the build.
 *
 *     generate_ops OUT.c type TYPE LACK ... [small]   every operation on TYPE but fma
 *     generate_ops OUT.c fma TYPE [small]             the fused multiply-add alone, whose file is
 *                                                     compiled with contraction allowed
 *     generate_ops OUT.c live TYPE [NAMED] [small]    loops of 3 to 132 live variables
 *     generate_ops OUT.c livetable TYPE ... [NAMED] [small]   their table
 *     generate_ops OUT.c table WORD ... [small]       the table: a word is a type or a lack
 *     generate_ops OUT.c peak TYPE REGISTERS [small]      mixes of independent operations
 *     generate_ops OUT.c peakfma TYPE REGISTERS [small]   those with fused multiply-adds
 *     generate_ops OUT.c peaktable TYPE ... [small]
 *     generate_ops OUT.c shared TYPE WORD ... [small]     operations on TYPE, each with others
 *     generate_ops OUT.c sharedtable WORD ... [small]     their table
 *
 * A lack is -OP.TYPE: the target has no instruction for it. REGISTERS is regs.FLOATS.INTEGERS, what
 * the target can keep in registers, NAMED named.FLOATS.VECTORS.INTEGERS, how many its instructions
 * name. small: less code; small.4: no more than 4 streams.
 *
 * One switch a kernel, one case a step, each step an operation on every stream; the entry is not
 * known to the compiler, so that it can neither merge two steps nor compute them ahead (X-Ray
 * section 2.3, BlackjackBench figure 7). Laps are counted in a word: a register, and no more. */
#include "live.h"
#include "op_rows.h"
#include "peaks.h"
#include "shared.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void begin_laps(FILE *out)
{
    fprintf(
        out,
        "    for (size_t left = (size_t)laps; left > 0; left--) {\n        switch (ops_entry) {\n");
}

static void begin_step(FILE *out, unsigned at)
{
    fprintf(out, "        %s\n        case %u:\n", at > 0 ? "OPS_FALL" : "default:", at);
}

/* What a step carries comes before the operation: after it, it would wait for it, and keep a
 * processor that goes in order from starting that of the next stream. */
static void step(FILE *out, const struct op_row *row, const char *type, unsigned streams,
                 unsigned at)
{
    begin_step(out, at);
    for (unsigned s = 0; s < streams; s++) {
        fprintf(out, "            ");
        if (row->with)
            fprintf(out, "t%u = add_%s(t%u, y); ", s, type, s);
        fprintf(out, row->step[at % 2], s, type, s);
        fputc('\n', out);
    }
}

/* Declares the loops that the check can count after compilation: one operation of the processor a
 * step. */
static void declare_loop(FILE *out, const struct op_row *row, const char *type, unsigned streams)
{
    static const char countable[] = " add xor mul ";
    char word[16];

    (void)snprintf(word, sizeof word, " %s ", row->op);
    if (strcmp(type, "i32") == 0 && streams == 1 && strstr(countable, word))
        fprintf(out, "/* timed loop of %s_1: %u %s in 1 chain */\n", row->op, ops_steps(streams),
                row->op);
}

static void kernel(FILE *out, const struct op_row *row, const char *type, unsigned streams)
{
    unsigned steps = ops_steps(streams);

    declare_loop(out, row, type, streams);
    fprintf(out, "static %svoid %s_%u(uint64_t laps)\n{\n",
            strcmp(row->op, "cmp") == 0 ? "STEP_CODE " : "", row->op, streams);
    fprintf(out, "    el_%s x = of_%s(%s_x), y = of_%s(%s_y);\n", type, type, row->op, type,
            row->op);
    if (row->table)
        fprintf(out, "    const raw_%s *table = table_at;\n", type);
    op_declare_streams(out, type, streams);
    fprintf(out, "    (void)x;\n    (void)y;\n");
    begin_laps(out);
    for (unsigned at = 0; at < steps; at++)
        step(out, row, type, streams, at);
    fprintf(out, "        }\n    }\n");
    for (unsigned s = 0; s < streams; s++)
        fprintf(out, "    sink = t%u;\n", s);
    fprintf(out, "}\n\n");
}

/* Loads that need nothing of each other: registers hold too few chains of loads to keep fast units
 * busy. They are volatile, so that none is left out. */
static void apart(FILE *out, const char *type)
{
    unsigned streams = ops_streams(OPS_APART);

    fprintf(out, "static void apart_%u(uint64_t laps)\n{\n", streams);
    fprintf(out, "    const raw_%s *table = table_at;\n", type);
    begin_laps(out);
    for (unsigned at = 0; at < ops_steps(streams); at++) {
        begin_step(out, at);
        for (unsigned s = 0; s < streams; s++)
            fprintf(out, "            apart_%s(table, %u);\n", type, s);
    }
    fprintf(out, "        }\n    }\n}\n\n");
    fprintf(out, "ops_kernel *const ops_apart_%s[OPS_KERNELS] = { [%u] = apart_%u };\n\n", type,
            OPS_APART, streams);
}

/* Returns true where loads on TYPE are timed apart, too: code may be large. */
static bool has_apart(const char *type, unsigned most)
{
    return most == 0 && op_has_table(type);
}

static void operation(FILE *out, const struct op_row *row, const char *type, unsigned most)
{
    const char *const *v = op_values(row, type);

    fprintf(out, "static volatile raw_%s %s_x = %s, %s_y = %s;\n\n", type, row->op, v[0], row->op,
            v[1]);
    for (unsigned k = 0; k < OPS_KERNELS; k++)
        if (op_has_streams(type, k, most))
            kernel(out, row, type, ops_streams(k));
    fprintf(out, "ops_kernel *const ops_%s_%s[OPS_KERNELS] = {\n", row->op, type);
    for (unsigned k = 0; k < OPS_KERNELS; k++)
        if (op_has_streams(type, k, most))
            fprintf(out, "    [%u] = %s_%u,\n", k, row->op, ops_streams(k));
    fprintf(out, "};\n\n");
}

static bool wanted(const struct op_row *row, const char *type, bool fma)
{
    return op_applies(row, type) && (strcmp(row->op, "fma") == 0) == fma;
}

static void head(FILE *out)
{
    fprintf(out, "/* Generated by probes/generate/ops. */\n#include \"lib/op_kernel.h\"\n");
}

/* Returns true when WORDS say that the target has no instruction for ROW on TYPE. */
static bool missing(const struct op_row *row, const char *type, char *const *words, int n)
{
    char name[64];

    snprintf(name, sizeof name, "-%s.%s", row->op, type);
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

static void type_file(FILE *out, char *const *words, int n, bool fma, unsigned most)
{
    const char *type = words[0];

    head(out);
    fprintf(out, "#include \"elements.h\"\n\n");
    fprintf(out, "static volatile raw_%s start = %s;\n", type, op_start(type));
    fprintf(out, "static volatile el_%s sink;\n", type);
    if (!fma && op_has_table(type))
        fprintf(out,
                "static raw_%s ring[OPS_TABLE] = { OPS_TABLE_VALUES };\n"
                "static raw_%s *volatile table_at = ring;\n",
                type, type);
    fputc('\n', out);
    for (const struct op_row *row = op_rows; row->op; row++)
        if (wanted(row, type, fma) && !missing(row, type, words, n))
            operation(out, row, type, most);
    if (!fma && has_apart(type, most))
        apart(out, type);
}

static void table_row(FILE *out, const struct op_row *row, const char *type, bool lacks)
{
    fprintf(out, "    { \"%s\", \"%s\", %u, %s%s%s, ", row->op, type, row->count,
            row->with ? "\"" : "", row->with ? row->with : "0", row->with ? "\"" : "");
    if (lacks)
        fprintf(out, "0, false },\n");
    else
        fprintf(out, "ops_%s_%s, false },\n", row->op, type);
}

/* Appends the loads that are timed apart, or declares them. */
static void apart_rows(FILE *out, char *const *words, int n, unsigned most, bool declare)
{
    for (int i = 0; i < n; i++)
        if (*words[i] != '-' && has_apart(words[i], most))
            fprintf(out,
                    declare ? "extern ops_kernel *const ops_apart_%s[OPS_KERNELS];\n"
                            : "    { \"load\", \"%s\", 1, 0, ops_apart_%s, true },\n",
                    words[i], words[i]);
}

static void table_file(FILE *out, char *const *words, int n, unsigned most)
{
    head(out);
    for (int i = 0; i < n; i++)
        for (const struct op_row *row = op_rows; row->op && *words[i] != '-'; row++)
            if (op_applies(row, words[i]))
                fprintf(out, "extern ops_kernel *const ops_%s_%s[OPS_KERNELS];\n", row->op,
                        words[i]);
    apart_rows(out, words, n, most, true);
    fprintf(out, "\nconst struct op_set ops_table[] = {\n");
    for (int i = 0; i < n; i++)
        for (const struct op_row *row = op_rows; row->op && *words[i] != '-'; row++)
            if (op_applies(row, words[i]))
                table_row(out, row, words[i], missing(row, words[i], words, n));
    apart_rows(out, words, n, most, false);
    fprintf(out, "    { 0, 0, 0, 0, 0, false },\n};\n");
}

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "generate_ops: %s: %s\n", what, why);
    return 1;
}

/* The files that the second argument can ask for. */
enum {
    TYPE,
    FMA,
    LIVE,
    PEAK,
    PEAK_FMA,
    SHARED,
    TABLE,
    LIVE_TABLE,
    PEAK_TABLE,
    SHARED_TABLE,
    FILES
};

static const char *const files[FILES] = {
    "type",   "fma",   "live",      "peak",      "peakfma",
    "shared", "table", "livetable", "peaktable", "sharedtable"
};

static int file_wanted(int argc, char **argv)
{
    int i = 0;

    while (argc > 2 && i < FILES && strcmp(argv[2], files[i]) != 0)
        i++;
    return argc > 3 || (argc > 2 && i >= TABLE) ? i : FILES;
}

/* Returns true when WORD is "-OP.TYPE". */
static bool is_lack(const char *word)
{
    char name[64];

    for (const struct op_row *row = op_rows; row->op; row++) {
        snprintf(name, sizeof name, "-%s.", row->op);
        size_t n = strlen(name);
        if (strncmp(word, name, n) == 0 && op_is_type(word + n) && op_applies(row, word + n))
            return true;
    }
    return false;
}

/* As wrong_word(), of files of probe peaks. */
static const char *wrong_peak_word(int wanted, char *const *words, int n)
{
    struct peak_registers registers;

    for (int i = 0; i < n; i++)
        if (!(wanted != PEAK_TABLE && i == 1 ? peak_read_registers(words[i], &registers)
                                             : peak_applies(words[i])))
            return words[i];
    return wanted != PEAK_TABLE && n != 2 ? words[0] : NULL;
}

/* As wrong_word(), of files of probe shared_units. */
static const char *wrong_shared_word(int wanted, char *const *words, int n, bool small)
{
    int names = wanted == SHARED;
    const char *wrong = shared_wrong_word(words + names, n - names);

    if (wrong == NULL && names && !shared_has(words[0], words + 1, n - 1, small))
        return words[0];
    return wrong;
}

/* The first of WORDS that is none for WANTED, or NULL. */
static const char *wrong_word(int wanted, char *const *words, int n, bool small)
{
    if (wanted == SHARED || wanted == SHARED_TABLE)
        return wrong_shared_word(wanted, words, n, small);
    if (wanted == PEAK || wanted == PEAK_FMA || wanted == PEAK_TABLE)
        return wrong_peak_word(wanted, words, n);
    for (int i = 0; i < n; i++) {
        bool may_be_type = i == 0 || wanted >= TABLE;
        bool may_be_lack = wanted == TABLE || (wanted == TYPE && i > 0);
        bool is_named = ((wanted == LIVE && i == 1) || (wanted == LIVE_TABLE && i == n - 1)) &&
                        live_is_named(words[i]);

        if (!(may_be_type && op_is_type(words[i])) && !(may_be_lack && is_lack(words[i])) &&
            !is_named)
            return words[i];
    }
    return NULL;
}

static void write_peak_file(FILE *out, bool fused, bool small, char *const *words)
{
    struct peak_registers registers;

    if (peak_read_registers(words[1], &registers))
        peak_file(out, words[0], fused, &registers, small);
}

static void write_file(FILE *out, int wanted, unsigned most, char *const *words, int n)
{
    bool small = most > 0;
    const char *names = n > 0 && live_is_named(words[n - 1]) ? words[n - 1] : NULL;

    if (wanted == PEAK || wanted == PEAK_FMA)
        write_peak_file(out, wanted == PEAK_FMA, small, words);
    else if (wanted == PEAK_TABLE)
        peak_table_file(out, words, n, small);
    else if (wanted == SHARED)
        shared_file(out, words[0], words + 1, n - 1, small);
    else if (wanted == SHARED_TABLE)
        shared_table_file(out, words, n, small);
    else if (wanted == TABLE)
        table_file(out, words, n, most);
    else if (wanted == LIVE_TABLE)
        live_table_file(out, words, names != NULL ? n - 1 : n, names, small);
    else if (wanted == LIVE)
        live_file(out, words[0], names, small);
    else
        type_file(out, words, n, wanted == FMA, most);
}

/* The most streams where WORD is "small", or "small.4" for fewer yet; 0: it is neither. */
static unsigned small_streams(const char *word)
{
    return strcmp(word, "small") == 0 ? 6 : strcmp(word, "small.4") == 0 ? 4 : 0;
}

int main(int argc, char **argv)
{
    int wanted = file_wanted(argc, argv);
    unsigned most = wanted != FILES ? small_streams(argv[argc - 1]) : 0;
    int n = argc - 3 - (most > 0);

    if (wanted == FILES || (wanted < TABLE && n == 0))
        return fail("usage",
                    "OUT.c table WORD... [small], OUT.c livetable TYPE... [NAMED] [small], "
                    "OUT.c peaktable TYPE... [small], "
                    "OUT.c shared TYPE WORD... [small], OUT.c sharedtable WORD... [small], "
                    "OUT.c type|fma TYPE -OP.TYPE... [small], OUT.c live TYPE [NAMED] [small], or "
                    "OUT.c peak|peakfma TYPE REGISTERS [small]");
    const char *wrong = wrong_word(wanted, argv + 3, n, most > 0);
    if (wrong != NULL)
        return fail(wrong, wanted == PEAK || wanted == PEAK_FMA || wanted == PEAK_TABLE
                               ? "not as in f64 regs.16.12, or a type that has no ceilings"
                               : "neither an element type, as i32, f64 or v128f32, nor -OP.TYPE");
    FILE *out = fopen(argv[1], "w");
    if (out == NULL)
        return fail(argv[1], strerror(errno));
    write_file(out, wanted, most, argv + 3, n);
    int lost = ferror(out);
    if (fclose(out) != 0 || lost)
        return fail(argv[1], "could not be written");
    return 0;
}
