/* Writes pontoon.audit/1. */
#include "audit.h"
#include "values.h"
#include <jansson.h>
#include <math.h>

static json_t *number_object(const struct audit_number *n, bool *ok)
{
    json_t *o = json_object();

    json_set_value(o, "from", json_text(n->what), ok);
    json_set_value(o, "value", *n->text != '\0' ? json_text(n->text) : json_real(n->value), ok);
    json_set_value(o, "unit", *n->text != '\0' ? json_string("name") : json_text(n->unit), ok);
    return o;
}

static json_t *finding_object(const struct audit_finding *f, bool *ok)
{
    json_t *o = json_object();

    json_set_value(o, "rule", json_string(f->rule), ok);
    json_set_value(o, "what", json_text(f->what), ok);
    json_set_value(o, "loss", isnan(f->loss) ? json_null() : json_real(f->loss), ok);
    json_set_value(o, "loss_of", json_string(f->of), ok);
    json_set_value(o, "measured", number_object(&f->is, ok), ok);
    json_set_value(o, "possible", number_object(&f->may, ok), ok);
    json_set_value(o, "confidence", json_real(f->confidence), ok);
    json_set_value(o, "look_at", json_string(f->look), ok);
    return o;
}

static json_t *open_object(const struct audit_open *open, bool *ok)
{
    json_t *o = json_object();

    json_set_value(o, "rule", json_string(open->rule), ok);
    json_set_value(o, "needs", json_string(open->needs), ok);
    return o;
}

int audit_json(FILE *out, const struct audit *audit, const char *target)
{
    bool ok = true;
    json_t *o = json_object(), *found = json_array(), *open = json_array();

    for (size_t i = 0; i < audit->n_found; i++)
        json_append_value(found, finding_object(&audit->found[i], &ok), &ok);
    for (size_t i = 0; i < audit->n_open; i++)
        json_append_value(open, open_object(&audit->open[i], &ok), &ok);
    json_set_value(o, "schema", json_string(AUDIT_SCHEMA), &ok);
    json_set_value(o, "target", target != NULL ? json_text(target) : json_null(), &ok);
    json_set_value(o, "findings", found, &ok);
    json_set_value(o, "checks_made", json_integer((json_int_t)audit->n_applied), &ok);
    json_set_value(o, "checks_not_made", open, &ok);
    if (ok)
        ok = json_dumpf(o, out, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0;
    fputc('\n', out);
    json_decref(o);
    return ok ? 0 : -1;
}
