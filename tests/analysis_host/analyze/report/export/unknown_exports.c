/* unknown_exports DIR: answers of a guest whose third cache others share are exported as every
 * kind: its size bounded, not known at all, and all of the outer caches not known. What is written
 * goes to DIR/CASE/KIND, what was said to DIR/CASE/KIND.said. Fails where a kind of caches refuses,
 * where a number that nobody measured is written, or where --strict does not refuse. */
#include "report/export/orders.h"
#include "result/os_reported.h"
#include "result/remedy.h"
#include "result/result.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int failures;
static char *written;

static void complain(const char *which, const char *kind, const char *what)
{
    printf("%s, %s: %s\n", which, kind, what);
    failures++;
}

/* ---- the guest ---- */

static void number(struct results *r, struct result_id id, double value, double low, double high)
{
    struct result *one = result_add(r, id);

    one->value = value;
    one->low = low;
    one->high = high;
    one->has_bounds = true;
    one->confidence = 0.9;
}

static void unknown(struct results *r, struct result_id id, double low, double high)
{
    struct result *one = result_add(r, id);

    result_unknown(one, "needs a share that stays the same", "the share changed",
                   remedy_text("none"));
    one->low = low;
    one->high = high;
    one->has_bounds = low > 0;
}

static void operations(struct results *r)
{
    static const char *const types[] = { "f32", "f64" };

    for (size_t i = 0; i < 2; i++) {
        number(r, id_op(OP_LATENCY, "add", types[i]), 4, 4, 4);
        number(r, id_op(OP_THROUGHPUT, "add", types[i]), 2, 2, 2);
        number(r, id_op(OP_LATENCY, "mul", types[i]), 4, 4, 4);
        number(r, id_op(OP_THROUGHPUT, "mul", types[i]), 2, 2, 2);
        number(r, id_op(PEAK_RATE, "fma", types[i]), 4, 4, 4);
    }
}

enum known { BOUNDED, UNBOUNDED, FIRST_ALONE, NO_COUNT, NO_WAYS };
static const char *const names[] = { "bounded", "unbounded", "first_alone", "no_count", "no_ways" };

static void guest(struct results *r, enum known known)
{
    bool outer = known != FIRST_ALONE;

    if (known == NO_COUNT)
        unknown(r, id_of(CACHE_LEVELS), 0, 0);
    else
        number(r, id_of(CACHE_LEVELS), 3, 3, 3);
    number(r, id_at(CACHE_SIZE, 1), 32768, 32768, 32768);
    number(r, id_at(CACHE_LATENCY, 1), 4, 4, 4);
    number(r, id_at(CACHE_LINE, 1), 64, 64, 64);
    if (known != NO_WAYS)
        number(r, id_at(CACHE_WAYS, 1), 8, 8, 8);
    if (outer) {
        number(r, id_at(CACHE_SIZE, 2), 524288, 524288, 524288);
        number(r, id_at(CACHE_LINE, 2), 64, 64, 64);
        number(r, id_at(CACHE_WAYS, 2), 8, 8, 8);
    } else {
        unknown(r, id_at(CACHE_SIZE, 2), 0, 0);
    }
    number(r, id_at(CACHE_LATENCY, 2), 14, 14, 14);
    unknown(r, id_at(CACHE_SIZE, 3), known == UNBOUNDED || known == FIRST_ALONE ? 0 : 7340032,
            known == UNBOUNDED || known == FIRST_ALONE ? 0 : 16777216);
    if (known == BOUNDED)
        number(r, id_at(CACHE_LINE, 3), 64, 64, 64);
    else
        unknown(r, id_at(CACHE_LINE, 3), 0, 0);
    unknown(r, id_at(CACHE_WAYS, 3), 0, 0);
    number(r, id_at(CACHE_LATENCY, 3), 50, 40, 60);
    number(r, id_of(MEMORY_LATENCY), 300, 250, 400);
    number(r, id_of(CONTEXTS_FLOAT), 2, 2, 2);
    operations(r);
}

/* ---- exports ---- */

static int keep(const char *text, size_t n)
{
    free(written);
    written = strndup(text, n);
    return written != NULL ? 0 : -1;
}

/* Exports as KIND; messages go to SAID, 4000 bytes. */
static enum export_status export_as(const char *kind, const struct results *r, bool strict,
                                    char *said)
{
    static struct log_key keys[] = { { "target", "guest" },
                                     { "arch", "x86_64" },
                                     { "cores", "2" },
                                     { "claims", "sysfs" },
                                     { "claim.cache.3.size", "33554432" } };
    struct log log = { .run = { .keys = keys, .n_keys = sizeof keys / sizeof keys[0] } };
    struct export_orders x = { .strict = strict };
    FILE *err = fmemopen(said, 4000, "w");

    memset(said, 0, 4000);
    if (export_orders_add(&x, kind) != NULL || err == NULL)
        return EXPORT_FAILED;
    enum export_status status = export_orders_write(&x, &log, r, "guest.log", keep, err);
    fclose(err);
    return status;
}

static void put_file(const char *dir, const char *which, const char *kind, const char *end,
                     const char *text)
{
    char path[600];

    snprintf(path, sizeof path, "%s/%s", dir, which);
    (void)mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s%s", dir, which, kind, end);
    FILE *to = fopen(path, "w");
    if (to == NULL || fputs(text, to) < 0 || fclose(to) != 0)
        complain(which, kind, "cannot be kept");
}

/* Kinds whose consumer needs what the third cache is. */
static bool needs_third(const char *kind)
{
    static const char *const kinds[] = { "big_machine", "blis",    "cachegrind",    "cmake",
                                         "dts",         "eigen",   "gcc",           "glibc",
                                         "halide",      "machine", "small_machine", "kerncraft",
                                         "champsim",    "gem5" };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i], kind) == 0)
            return true;
    return false;
}

/* Kinds that say nothing of caches, and those of samples, which this log has none of. */
static bool is_other(const char *kind)
{
    static const char *const kinds[] = { "csv",        "gbench",   "interleave", "kernels",
                                         "lat_mem_rd", "link_map", "llvm" };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i], kind) == 0)
            return true;
    return false;
}

static void try_kind(const char *dir, const char *which, const struct results *r, const char *kind)
{
    char said[4000];

    enum export_status status = export_as(kind, r, false, said);
    if (status == EXPORT_REFUSED && strstr(said, "of none they are known") != NULL &&
        strcmp(which, "no_ways") == 0 && strcmp(kind, "cachegrind") == 0)
        return; /* nothing is left that valgrind could take */
    if (status != EXPORT_WRITTEN) {
        complain(which, kind, said);
        return;
    }
    put_file(dir, which, kind, "", written);
    put_file(dir, which, kind, ".said", said);
    const char *end = strchr(said, '\n');
    if (end != NULL && end[1] != '\0')
        complain(which, kind, "more than one line is said");
    if (strstr(written, "33554432") != NULL || strstr(written, "<0x2000000>") != NULL)
        complain(which, kind, "what the system reports is written as if it was measured");
    if (!needs_third(kind))
        return;
    if (strstr(said, "--strict refuses") == NULL)
        complain(which, kind, "says nothing of what is not known");
    if (export_as(kind, r, true, said) != EXPORT_REFUSED)
        complain(which, kind, "is not refused by --strict");
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    (void)mkdir(argv[1], 0777);
    for (unsigned known = BOUNDED; known <= NO_WAYS; known++) {
        struct results r = { 0 };

        guest(&r, (enum known)known);
        for (unsigned i = 0; i < export_table_count; i++)
            if (!is_other(export_table[i].name))
                try_kind(argv[1], names[known], &r, export_table[i].name);
        results_free(&r);
    }
    free(written);
    printf("%d faults\n", failures);
    return failures > 0;
}
