/* What the rules of an audit share. */
#include "rule.h"
#include "result/query.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* No rule was tried on three kinds of real machine. */
static const double most_sure = 0.95;

struct audit_finding *audit_add(struct audit_output *out, const char *format, ...)
{
    static struct audit_finding scratch;
    struct audit_finding *f =
        out->audit->n_found < AUDIT_MOST ? &out->audit->found[out->audit->n_found++] : &scratch;
    va_list args;

    *f = (struct audit_finding){
        .rule = out->rule->name, .loss = NAN, .of = "", .look = "", .confidence = most_sure
    };
    va_start(args, format);
    vsnprintf(f->what, sizeof f->what, format, args);
    va_end(args);
    return f;
}

const struct result *audit_answer(const struct audit_input *in, struct result_id id)
{
    const struct result *r = result_find(in->results, id);

    return result_is_number(r) && !r->contradicts ? r : NULL;
}

double audit_low(const struct result *r)
{
    return r->has_bounds ? fmin(r->low, r->value) : r->value;
}

double audit_high(const struct result *r)
{
    return r->has_bounds ? fmax(r->high, r->value) : r->value;
}

double audit_sampled_low(const struct result *r)
{
    return r->has_bounds ? fmin(r->low * exp(r->widened), r->value) : r->value;
}

double audit_sampled_high(const struct result *r)
{
    return r->has_bounds ? fmax(r->high / exp(r->widened), r->value) : r->value;
}

void audit_number(struct audit_number *n, const char *what, double value, const char *unit)
{
    snprintf(n->what, sizeof n->what, "%s", what);
    snprintf(n->unit, sizeof n->unit, "%s", unit);
    n->value = value;
}

void audit_rests_on(struct audit_finding *f, const struct result *r)
{
    f->confidence = fmin(f->confidence, r->confidence);
}

void audit_measured(struct audit_finding *f, const struct result *r)
{
    audit_number(&f->is, r->id, r->kind == RESULT_NONE ? 0 : r->value, r->unit);
    if (r->kind == RESULT_NAME)
        snprintf(f->is.text, sizeof f->is.text, "%s", r->text);
    audit_rests_on(f, r);
}

void audit_stated(struct audit_finding *f, const char *id, double value, const char *unit)
{
    snprintf(f->may.what, sizeof f->may.what, "claim.%s", id);
    snprintf(f->may.unit, sizeof f->may.unit, "%s", unit);
    f->may.value = value;
}
