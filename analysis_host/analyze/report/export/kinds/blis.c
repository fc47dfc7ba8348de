/* --export blis: block sizes for BLIS 0.9, for bli_cntx_init_<arch>.c, in elements. The model: Low,
 * Igual, Smith and Quintana-Orti, "Analytical Modeling Is Enough for High-Performance BLIS" (2016),
 * section 4. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct blocks {
    double mr, nr, kc, mc, nc;
};

/* The arithmetic of one type of number, as the model takes it. */
struct unit {
    double lanes, latency, throughput;
};

static bool operation(struct exporter *e, const char *op, const char *type, struct unit *u)
{
    if (!export_known(e, id_op(OP_LATENCY, op, type), &u->latency) || !(u->latency > 0))
        return false;
    return export_known(e, id_op(OP_THROUGHPUT, op, type), &u->throughput) && u->throughput > 0;
}

/* A multiplication and an addition: one instruction where the target fuses them, else two, of which
 * the slower sets the pace. */
static bool multiply_add(struct exporter *e, const char *type, struct unit *u)
{
    struct unit add;
    double fused;

    if (export_known(e, id_op(OP_EXISTS, "fma", type), &fused) && fused != 0 &&
        operation(e, "fma", type, u))
        return true;
    if (!operation(e, "mul", type, u) || !operation(e, "add", type, &add))
        return false;
    u->latency += add.latency;
    u->throughput = fmin(u->throughput, add.throughput);
    return true;
}

/* The widest vectors that were measured, else single numbers. SCALAR is f32 or f64. */
static struct unit unit_of(struct exporter *e, const char *scalar, double bytes)
{
    struct unit u = { 0 };
    char type[16];

    for (unsigned bits = 512; bits >= 128; bits /= 2) {
        snprintf(type, sizeof type, "v%u%s", bits, scalar);
        u.lanes = bits / 8 / bytes;
        if (multiply_add(e, type, &u))
            return u;
    }
    u.lanes = 1;
    if (!multiply_add(e, scalar, &u))
        export_refuse(e, "latency and throughput of mul and add of %s are needed and not known",
                      scalar);
    return u;
}

/* Section 4.1: enough numbers in flight to hide the latency, as square as the vectors let it be. */
static void registers(struct blocks *b, const struct unit *u)
{
    double flight = u->lanes * u->latency * u->throughput;

    b->mr = ceil(sqrt(flight) / u->lanes) * u->lanes;
    b->nr = ceil(flight / b->mr);
}

/* Section 4.2 and 4.3: micro-panels of A and B share the first level's ways, a block of A and the
 * micro-panel of B the second's; a panel of B half of the last level, if there is a third. A size
 * whose cache is not known stays 0. */
static void caches(struct exporter *e, struct blocks *b, double bytes, unsigned levels)
{
    struct export_cache first = export_whole_cache(e, 1), second = export_whole_cache(e, 2);
    double last = export_have(e, id_at(CACHE_SIZE, levels));

    if (e->refused[0] != '\0' || !(first.sets > 0))
        return;
    double ways = fmax(1, floor((first.ways - 1) / (1 + b->nr / b->mr)));
    b->kc = fmax(1, floor(ways * first.sets * first.line_bytes / (b->mr * bytes)));
    double way = second.sets * second.line_bytes;
    if (way > 0) {
        double left = fmax(1, second.ways - 1 - ceil(b->kc * b->nr * bytes / way));
        b->mc = fmax(1, floor(left * way / (b->kc * bytes) / b->mr)) * b->mr;
    }
    if (last > 0)
        b->nc = fmax(1, floor(last / 2 / (b->kc * bytes) / b->nr)) * b->nr;
}

static void print_sizes(struct exporter *e, const char *name, double s, double d)
{
    if (s > 0 && d > 0)
        fprintf(e->out, "bli_blksz_init_easy( &blkszs[ BLIS_%s ], %.0f, %.0f, -1, -1 );\n", name, s,
                d);
    else
        fprintf(e->out, "BLIS_%s: left out, BLIS' own stays\n", name);
}

static void write_blis(struct exporter *e)
{
    struct blocks s = { 0 }, d = { 0 };
    struct unit single = unit_of(e, "f32", 4), twice = unit_of(e, "f64", 8);
    unsigned levels = export_levels(e);
    double page, registers_max;

    if (levels == 1)
        export_refuse(e, "the block sizes need two levels of cache, and there is one");
    if (e->refused[0] != '\0')
        return;
    registers(&s, &single);
    registers(&d, &twice);
    caches(e, &s, 4, levels);
    caches(e, &d, 8, levels);
    fputs("/* For bli_family_<arch>.h */\n", e->out);
    if (export_known(e, id_type(REGISTERS, "f64"), &registers_max) && registers_max >= 1)
        fprintf(e->out, "#define BLIS_SIMD_MAX_NUM_REGISTERS %.0f\n", registers_max);
    fprintf(e->out, "#define BLIS_SIMD_MAX_SIZE %.0f\n", twice.lanes * 8);
    fprintf(e->out, "#define BLIS_SIMD_ALIGN_SIZE %.0f\n", twice.lanes * 8);
    if (export_known(e, id_of(TLB_PAGE), &page))
        fprintf(e->out, "#define BLIS_PAGE_SIZE %.0f\n", page);
    fputs("/* For bli_cntx_init_<arch>.c: elements of s and d; c and z as BLIS has them.\n",
          e->out);
    print_sizes(e, "MR", s.mr, d.mr);
    print_sizes(e, "NR", s.nr, d.nr);
    print_sizes(e, "MC", s.mc, d.mc);
    print_sizes(e, "KC", s.kc, d.kc);
    print_sizes(e, "NC", s.nc, d.nc);
    fputs("*/\n", e->out);
}

const struct export_kind export_blis = { "BLIS: block sizes in elements, for a configuration",
                                         EXPORT_NOMINAL, COMMENT_C, write_blis };
