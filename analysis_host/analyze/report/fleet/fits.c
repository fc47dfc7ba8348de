/* One board held against kinds, as text. */
#include "fleet.h"
#include "report/format/value.h"
#include "report/format/wrap.h"

static void put_unlike(FILE *out, const struct fleet *f, const struct fleet_finding *found)
{
    char value[FORMAT_CELL], usual[FORMAT_CELL], share[16];

    fleet_value(value, f, found->name, found->kind, found->value);
    fleet_value(usual, f, found->name, found->usual_kind, found->usual);
    fleet_share(share, found);
    format_wrapf(out, "UNLIKE   ", "%s  %s, its kind %s%s%s", f->names[found->name].id.text, value,
                 usual, *share != '\0' ? ", " : "", share);
}

void report_fleet_fits(FILE *out, const struct fleet *f)
{
    const struct fleet_board *b = &f->boards[0];
    const char *name = fleet_board_name(f, 0);

    if (b->kind == FLEET_NO_KIND && b->nearest == FLEET_NO_KIND) {
        format_wrapf(out, "NO KIND  ", "%s: there are no kinds", name);
    } else if (b->kind == FLEET_NO_KIND) {
        format_wrapf(out, "NO KIND  ", "%s: nearest %s: %u of %u anchors differ%s", name,
                     f->kinds[b->nearest].name, b->differ, b->anchors,
                     b->differ == 0 ? ", but target, compiler or its flags do" : "");
    } else {
        format_wrapf(out, f->n_findings == 0 ? "FITS     " : "OF KIND  ", "%s: %s of %zu boards",
                     name, f->kinds[b->kind].name, f->kinds[b->kind].n);
    }
    for (size_t i = 0; i < f->n_findings; i++)
        put_unlike(out, f, &f->findings[i]);
}
