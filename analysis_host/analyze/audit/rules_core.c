/* Rules about the core: clock, floating point, division, vectors, a neighbour. */
#include "result/query.h"
#include "rules.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A core that emulates by calls takes longer than any pipeline: dozens of cycles. */
enum { SLOW_ADD = 15, SLOW_DIVISION = 60, QUICK_ADD = 4, QUICK_DIVISION = 20 };

static void clock_rate(const struct audit_input *in, struct audit_output *out)
{
    const struct result *r = audit_answer(in, id_of(CPU_FREQUENCY));
    double stated;

    if (r == NULL || !audit_claimed(in->claims, r->id, &stated))
        return;
    out->applied = true;
    if (audit_high(r) >= 0.95 * stated)
        return;
    struct audit_finding *f = audit_add(out, "the core clock is lower than the board states");
    audit_measured(f, r);
    audit_stated(f, r->id, stated, "Hz");
    f->loss = 1 - audit_high(r) / stated;
    f->of = "speed of the core";
    f->look = audit_look(in->run, "clock");
}

static void throttling(const struct audit_input *in, struct audit_output *out)
{
    const struct result *r = audit_answer(in, id_of(CPU_THROTTLING_LEVEL));

    if (r == NULL)
        return;
    out->applied = true;
    if (audit_high(r) >= 0.95)
        return;
    struct audit_finding *f =
        audit_add(out, "the core clock falls while all hardware threads are busy for minutes");
    audit_measured(f, r);
    audit_number(&f->may, "clock of the first seconds", 1, "ratio");
    f->loss = 1 - audit_high(r);
    f->of = "speed of the core";
    f->look = audit_look(in->run, "cooling");
}

static void vector_clock(const struct audit_input *in, struct audit_output *out)
{
    const struct result *worst = NULL;

    for (size_t i = 0; i < in->results->n; i++) {
        const struct result *r = &in->results->at[i];

        if (r->name.quantity != CPU_FREQUENCY_UNDER || !result_is_number(r))
            continue;
        worst = worst == NULL || audit_high(r) < audit_high(worst) ? r : worst;
    }
    if (worst == NULL)
        return;
    out->applied = true;
    if (audit_high(worst) >= 0.95)
        return;
    struct audit_finding *f =
        audit_add(out, "the core clock falls while %s vectors are in use", worst->name.type);
    audit_measured(f, worst);
    audit_number(&f->may, "clock without vectors", 1, "ratio");
    f->loss = 1 - audit_high(worst);
    f->of = "speed of the core";
    f->look = audit_look(in->run, "vector_clock");
}

/* Operation OP of TYPE takes more than SLOW cycles, though the board states UNIT; QUICK cycles are
 * usual. */
static void by_calls(const struct audit_input *in, struct audit_output *out, const char *op,
                     const char *type, const char *unit, double slow, double quick)
{
    const struct result *r = audit_answer(in, id_op(OP_LATENCY, op, type));
    double stated;

    if (r == NULL || !audit_claimed(in->claims, unit, &stated) || stated == 0)
        return;
    out->applied = true;
    if (audit_low(r) <= slow)
        return;
    struct audit_finding *f =
        audit_add(out, "%s are done by library calls",
                  strstr(unit, "fpu") ? "floating-point operations" : "integer divisions");
    audit_measured(f, r);
    audit_stated(f, unit, stated, "yes");
    f->loss = 1 - quick / audit_low(r);
    f->of = "speed of these operations";
    f->look = audit_look(in->run, strstr(unit, "fpu") ? "fpu" : "divider");
}

static void fpu(const struct audit_input *in, struct audit_output *out)
{
    by_calls(in, out, "add", "f32", "cpu.fpu", SLOW_ADD, QUICK_ADD);
}

static void divider(const struct audit_input *in, struct audit_output *out)
{
    by_calls(in, out, "div", "i32", "cpu.divider", SLOW_DIVISION, QUICK_DIVISION);
}

/* Bits of vectors of type "v256f32"; 0: no vector. */
static unsigned vector_bits(const char *type)
{
    return type[0] == 'v' ? (unsigned)strtoul(type + 1, NULL, 10) : 0;
}

static void vectors(const struct audit_input *in, struct audit_output *out)
{
    unsigned widest = 0;
    double stated;
    const struct result *of_widest = NULL;

    for (size_t i = 0; i < in->results->n; i++) {
        const struct result *r = &in->results->at[i];

        if (r->name.quantity != OP_LATENCY || !result_is_number(r))
            continue;
        if (of_widest == NULL || vector_bits(r->name.type) > widest) {
            widest = vector_bits(r->name.type);
            of_widest = r;
        }
    }
    if (of_widest == NULL || !audit_claimed(in->claims, "cpu.vector_bits", &stated) || stated <= 0)
        return;
    out->applied = true;
    if (widest >= stated)
        return;
    struct audit_finding *f =
        audit_add(out, "the image has no vectors as wide as the board states");
    audit_number(&f->is, "vector bits of the image", widest, "count");
    audit_stated(f, "cpu.vector_bits", stated, "count");
    audit_rests_on(f, of_widest);
    f->loss = 1 - fmax(widest, 32) / stated;
    f->of = "peak arithmetic rate";
    f->look = audit_look(in->run, "vector");
}

/* Loads that trap, and that firmware or a kernel emulates. */
static void alignment(const struct audit_input *in, struct audit_output *out)
{
    static const double trap = 100; /* cycles: no load unit needs so many */
    const struct result *r = audit_answer(in, id_of(CORE_LOAD_UNALIGNED));
    const struct result *aligned = audit_answer(in, id_at(CACHE_LATENCY, 1));

    if (r == NULL)
        return;
    out->applied = true;
    if (audit_sampled_low(r) < trap)
        return;
    struct audit_finding *f = audit_add(out, "unaligned loads trap and are emulated");
    audit_measured(f, r);
    audit_number(&f->may, "aligned load", 0, "cycle");
    if (aligned != NULL && aligned->value > 0)
        f->loss = audit_sampled_low(r) / (audit_sampled_low(r) + aligned->value);
    f->of = "speed of unaligned loads";
    f->look = audit_look(in->run, "alignment");
}

static void neighbour(const struct audit_input *in, struct audit_output *out)
{
    const struct result *r = audit_answer(in, id_of(NEIGHBOUR_SHARE));
    const struct result *width = audit_answer(in, id_of(ISSUE_WIDTH));
    const struct result *shared = audit_answer(in, id_of(ISSUE_WIDTH_SHARED));

    if (r == NULL)
        return;
    out->applied = true;
    if (audit_low(r) < 0.1)
        return;
    struct audit_finding *f =
        audit_add(out, "another thread or virtual machine uses the same core");
    audit_measured(f, r);
    audit_number(&f->may, "a core without a neighbour", 0, "ratio");
    if (width != NULL && shared != NULL && shared->value < width->value) {
        f->loss = r->value * (1 - shared->value / width->value);
        audit_rests_on(f, width);
        audit_rests_on(f, shared);
    }
    f->of = "speed of the core";
    f->look = audit_look(in->run, "neighbour");
}

const struct audit_rule audit_core_rules[] = {
    { "clock", "a claim of the clock, and a timer whose rate the board knows", clock_rate },
    { "throttling", "probe throttling (--also throttling)", throttling },
    { "vector_clock", "probe peaks, on a core with vectors", vector_clock },
    { "fpu", "claim cpu.fpu, and probe ops", fpu },
    { "divider", "claim cpu.divider, and probe ops", divider },
    { "vectors", "claim cpu.vector_bits, and probe ops", vectors },
    { "alignment", "probe store_forward, on an operating system", alignment },
    { "neighbour", "probe reorder_buffer, on an out-of-order core", neighbour },
    { NULL, NULL, NULL },
};
