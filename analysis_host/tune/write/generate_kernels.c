/* Writes tuned kernels: a host program of the build.
 *
 *     generate_kernels tiles OUT.c TYPE LANES ROWSxCOLUMNS ...
 *
 * the tiles of an image on TYPE (f64, f32); `small_tiles` the same with less code for edges,
 * `ladder` the tiles alone, to be compiled and looked at.
 *
 *     generate_kernels open OUT.c CHOICE
 *
 * another kernel of an image, whose parameters are set while it runs.
 *
 *     generate_kernels folder DIR CHOICE ...
 *
 * a folder that another project can take. A choice is KERNEL.TYPE:KEY=NUMBER,... as
 * gemm.f64:rows=12,columns=4,lanes=4,kc=256,mc=96,nc=4096; keys are the members of struct
 * tune_choice (kernels.h), and size=MxNxK, any number of times. */
#include "kernels.h"
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int complain(const char *what, const char *of)
{
    fprintf(stderr, "generate_kernels: %s: %s\n", of, what);
    return 2;
}

/* Reads a decimal number that ends with END, and moves AT past it; false where there is none. */
static int number(const char **at, char end, uint64_t most, uint64_t *n)
{
    char *behind;

    errno = 0;
    unsigned long long read = strtoull(*at, &behind, 10);

    if (**at < '0' || **at > '9' || errno != 0 || read > most || *behind != end)
        return 0;
    *n = read;
    *at = behind + (end != '\0');
    return 1;
}

/* The tiles of a command line. */
struct ladder {
    const char *type;
    unsigned lanes, rows[TUNE_LADDER], columns[TUNE_LADDER];
    size_t n;
};

/* Reads ROWSxCOLUMNS; returns 0 or what is wrong. */
static const char *read_tile(const char *word, struct ladder *l)
{
    uint64_t rows, columns;

    if (!number(&word, 'x', TUNE_MOST_ROWS, &rows) ||
        !number(&word, '\0', TUNE_MOST_COLUMNS, &columns))
        return "no ROWSxCOLUMNS";
    const struct tune_choice choice = { .kernel = "gemm",
                                        .type = l->type,
                                        .rows = (unsigned)rows,
                                        .columns = (unsigned)columns,
                                        .lanes = l->lanes,
                                        .kc = 1,
                                        .mc = 1,
                                        .nc = 1 };

    l->rows[l->n] = choice.rows;
    l->columns[l->n++] = choice.columns;
    return tune_choice_wrong(&choice);
}

static int write_tiles(FILE *out, const struct ladder *l, const char *mode)
{
    if (strcmp(mode, "ladder") == 0)
        return tune_ladder_write(out, l->type, l->lanes, l->rows, l->columns, l->n);
    return tune_tiles_write(out, l->type, l->lanes, l->rows, l->columns, l->n,
                            strcmp(mode, "small_tiles") == 0);
}

static int tiles(int argc, char **argv)
{
    static struct ladder ladder;
    const char *at = argc > 4 ? argv[4] : "";
    uint64_t lanes;

    if (argc < 6 || argc - 5 > TUNE_LADDER || !number(&at, '\0', 64, &lanes))
        return complain("MODE OUT.c TYPE LANES ROWSxCOLUMNS ...", "usage");
    ladder.type = argv[3];
    ladder.lanes = (unsigned)lanes;
    for (int i = 5; i < argc; i++) {
        const char *wrong = read_tile(argv[i], &ladder);

        if (wrong)
            return complain(wrong, argv[i]);
    }
    FILE *out = fopen(argv[2], "w");

    if (!out)
        return complain(strerror(errno), argv[2]);
    int failed = write_tiles(out, &ladder, argv[1]);

    if (fclose(out) != 0 || failed)
        return complain("could not be written", argv[2]);
    return 0;
}

static int is_of_tiles(const char *mode)
{
    return strcmp(mode, "tiles") == 0 || strcmp(mode, "small_tiles") == 0 ||
           strcmp(mode, "ladder") == 0;
}

/* Numbers of a choice by their names. */
static const struct {
    const char *name;
    size_t at;
} keys[] = {
    { "rows", offsetof(struct tune_choice, rows) },
    { "columns", offsetof(struct tune_choice, columns) },
    { "direct_rows", offsetof(struct tune_choice, direct_rows) },
    { "direct_columns", offsetof(struct tune_choice, direct_columns) },
    { "lanes", offsetof(struct tune_choice, lanes) },
    { "kc", offsetof(struct tune_choice, kc) },
    { "mc", offsetof(struct tune_choice, mc) },
    { "nc", offsetof(struct tune_choice, nc) },
};

static int read_size(const char *text, struct tune_size *size)
{
    uint64_t m, n, k;

    if (!number(&text, 'x', 256, &m) || !number(&text, 'x', 256, &n) ||
        !number(&text, '\0', 256, &k))
        return 0;
    *size = (struct tune_size){ (unsigned)m, (unsigned)n, (unsigned)k };
    return 1;
}

/* Puts KEY=TEXT into CHOICE; false where that is not to be had. */
static int set(struct tune_choice *choice, struct tune_size *sizes, const char *key,
               const char *text)
{
    uint64_t n;

    if (strcmp(key, "size") == 0)
        return choice->n_sizes < TUNE_MOST_SIZES && read_size(text, &sizes[choice->n_sizes++]);
    if (strcmp(key, "direct_bytes") == 0)
        return number(&text, '\0', UINT64_MAX, &choice->direct_bytes);
    if (strcmp(key, "block_bytes") == 0)
        return number(&text, '\0', UINT64_MAX, &choice->block_bytes);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i].name) == 0 && number(&text, '\0', UINT32_MAX, &n)) {
            *(unsigned *)((char *)choice + keys[i].at) = (unsigned)n;
            return 1;
        }
    return 0;
}

/* Reads WORD, which it cuts up, into CHOICE; returns 0 or what is wrong. */
static const char *read_choice(char *word, struct tune_choice *choice)
{
    static struct tune_size sizes[TUNE_CHOICES][TUNE_MOST_SIZES];
    static size_t n;
    char *type = strchr(word, '.'), *rest = type ? strchr(type, ':') : 0;

    if (!rest)
        return "no KERNEL.TYPE:KEY=NUMBER,...";
    *type++ = *rest++ = '\0';
    *choice = (struct tune_choice){ .kernel = word, .type = type, .sizes = sizes[n] };
    for (char *pair = strtok(rest, ","); pair; pair = strtok(0, ",")) {
        char *value = strchr(pair, '=');

        if (!value)
            return "no KEY=NUMBER";
        *value++ = '\0';
        if (!set(choice, sizes[n], pair, value))
            return "no such key, or no number for it";
    }
    n++;
    return tune_choice_wrong(choice);
}

static int write_file(const char *folder, const struct tune_plan *plan, size_t i)
{
    char name[TUNE_NAME], path[4096];

    if (snprintf(path, sizeof path, "%s/%s", folder, tune_file_name(plan, i, name)) >=
        (int)sizeof path)
        return complain("too long", folder);
    FILE *out = fopen(path, "w");

    if (!out)
        return complain(strerror(errno), path);
    int failed = tune_file_write(plan, i, out);

    if (fclose(out) != 0 || failed)
        return complain("could not be written", path);
    return 0;
}

/* Returns whether the last choice of PLAN is another's kernel and type. */
static int is_twice(const struct tune_plan *plan)
{
    const struct tune_choice *last = &plan->at[plan->n - 1];

    for (size_t i = 0; i + 1 < plan->n; i++)
        if (strcmp(plan->at[i].kernel, last->kernel) == 0 &&
            strcmp(plan->at[i].type, last->type) == 0)
            return 1;
    return 0;
}

static int folder(int argc, char **argv)
{
    static struct tune_plan plan = { .target = "?", .compiler = "?" };
    int status = 0;

    if (argc < 4 || argc - 3 > TUNE_CHOICES)
        return complain("folder DIR CHOICE ...", "usage");
    for (int i = 3; i < argc; i++) {
        const char *wrong = read_choice(argv[i], &plan.at[plan.n++]);

        if (!wrong && is_twice(&plan))
            wrong = "a kernel twice on one type";
        if (wrong)
            return complain(wrong, argv[i]);
    }
    for (size_t i = 0; i < tune_file_count(&plan) && status == 0; i++)
        status = write_file(argv[2], &plan, i);
    return status;
}

/* One kernel of an image. */
static int open_kernel(int argc, char **argv)
{
    struct tune_choice choice;
    const char *wrong = argc == 4 ? read_choice(argv[3], &choice) : "OUT.c CHOICE";

    if (!wrong && strcmp(choice.kernel, "gemm") == 0)
        wrong = "a product is of tiles";
    if (wrong)
        return complain(wrong, argc == 4 ? argv[3] : "usage");
    FILE *out = fopen(argv[2], "w");

    if (!out)
        return complain(strerror(errno), argv[2]);
    int failed = tune_open_write(out, &choice);

    if (fclose(out) != 0 || failed)
        return complain("could not be written", argv[2]);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && is_of_tiles(argv[1]))
        return tiles(argc, argv);
    if (argc > 2 && strcmp(argv[1], "folder") == 0)
        return folder(argc, argv);
    if (argc > 2 && strcmp(argv[1], "open") == 0)
        return open_kernel(argc, argv);
    return complain("tiles, ladder, open or folder, then what to write", "usage");
}
