/* Counts and prints what a campaign recovered, by variant, method and confidence. */
#define _GNU_SOURCE
#include "campaign.h"
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KINDS_MOST = 400 };

const char *const campaign_method_names[METHODS] = { "robust", "paper" };

/* Returns true when ID matches one of the PATTERNS, which commas separate. */
static bool matches(const char *patterns, const char *id)
{
    while (*patterns) {
        char pattern[64];
        int n = (int)strcspn(patterns, ",");

        snprintf(pattern, sizeof pattern, "%.*s", n, patterns);
        if (fnmatch(pattern, id, 0) == 0)
            return true;
        patterns += n + (patterns[n] == ',');
    }
    return false;
}

/* Returns true when any result of O is of KIND. */
static bool outcome_covers(const struct outcome *o, const char *kind)
{
    for (size_t i = 0; i < o->n_truths; i++) {
        char here[48];

        truth_kind_of(o->truth[i].id, here);
        if (strcmp(here, kind) == 0 && (o->answer[0][i].there || o->answer[1][i].there))
            return true;
    }
    return false;
}

static bool covers(const struct campaign *c, const char *kind)
{
    for (size_t i = 0; i < c->n_outcomes; i++)
        if (outcome_covers(&c->outcomes[i], kind))
            return true;
    return false;
}

bool campaign_compares(const struct campaign *c, const struct outcome *o, size_t i)
{
    char kind[48];

    if (c->only)
        return matches(c->only, o->truth[i].id);
    truth_kind_of(o->truth[i].id, kind);
    return covers(c, kind);
}

struct score campaign_outcome_score(const struct campaign *c, const struct outcome *o,
                                    enum method method)
{
    struct score s = { 0 };

    for (size_t i = 0; i < o->n_truths; i++) {
        const struct answer *a = &o->answer[method][i];

        if (!campaign_compares(c, o, i))
            continue;
        bool recovered = truth_recovered(a->verdict), sure = a->valued && a->confidence > 0.9;
        s.compared++;
        s.recovered += recovered;
        s.sure += sure;
        s.sure_wrong += sure && !recovered;
    }
    return s;
}

struct score campaign_score(const struct campaign *c, enum method method, size_t variant)
{
    struct score sum = { 0 };

    for (size_t i = 0; i < c->n_outcomes; i++) {
        const struct outcome *o = &c->outcomes[i];

        if (variant != VARIANTS_MOST && o->variant != variant)
            continue;
        struct score s = campaign_outcome_score(c, o, method);
        sum.compared += s.compared;
        sum.recovered += s.recovered;
        sum.sure += s.sure;
        sum.sure_wrong += s.sure_wrong;
    }
    return sum;
}

void campaign_print_rows(const struct campaign *c, enum method method, bool losses)
{
    for (size_t i = 0; i < c->n_outcomes; i++) {
        const struct outcome *o = &c->outcomes[i];

        for (size_t k = 0; k < o->n_truths; k++) {
            const struct answer *a = &o->answer[method][k];
            char truth[TRUTH_TEXT_BYTES];

            if (!campaign_compares(c, o, k) || (losses && truth_recovered(a->verdict)))
                continue;
            truth_text(&o->truth[k], truth);
            printf("%-20s  %-16s  %14s  %20s  %s\n", o->label, o->truth[k].id, truth, a->text,
                   truth_verdict_name(a->verdict));
        }
    }
}

void campaign_print_table(const struct campaign *c)
{
    printf("%-24s", "");
    for (unsigned m = METHODS; m-- > 0;)
        if (c->method[m])
            printf("  %14s", campaign_method_names[m]);
    for (size_t v = 0; v < c->n_variants; v++) {
        printf("\n%-24s", c->variants[v].name[0] ? c->variants[v].name : "as it is");
        for (unsigned m = METHODS; m-- > 0;) {
            struct score s = campaign_score(c, (enum method)m, v);
            if (c->method[m])
                printf("  %5u of %5u", s.recovered, s.compared);
        }
    }
    printf("\n");
}

/* Values given with a confidence of LEAST or more, and less than BELOW. */
struct bucket {
    unsigned n, right;
    double expected;
};

static struct bucket bucket_of(const struct campaign *c, enum method method, double least,
                               double below)
{
    struct bucket b = { 0 };

    for (size_t i = 0; i < c->n_outcomes; i++)
        for (size_t k = 0; k < c->outcomes[i].n_truths; k++) {
            const struct answer *a = &c->outcomes[i].answer[method][k];

            if (!a->valued || !campaign_compares(c, &c->outcomes[i], k) || a->confidence < least ||
                a->confidence >= below)
                continue;
            b.n++;
            b.right += truth_recovered(a->verdict);
            b.expected += a->confidence;
        }
    return b;
}

static const double tenths[] = { 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01 };
enum { TENTHS = sizeof tenths / sizeof tenths[0] - 1, ENOUGH = 100, SURE_FOR_ONE_WRONG = 200 };
static const double points_off = 0.05;

void campaign_print_calibration(const struct campaign *c, enum method method)
{
    printf("%s: confidence    given   right   expected\n", campaign_method_names[method]);
    for (size_t i = 0; i < TENTHS; i++) {
        struct bucket b = bucket_of(c, method, tenths[i], tenths[i + 1]);

        if (b.n > 0)
            printf("%s: %.2f to %.2f  %5u  %5.1f %%  %7.1f %%\n", campaign_method_names[method],
                   tenths[i], fmin(tenths[i + 1], 1), b.n, 100.0 * b.right / b.n,
                   100 * b.expected / b.n);
    }
}

bool campaign_calibrated(const struct campaign *c, enum method method)
{
    struct score s = campaign_score(c, method, VARIANTS_MOST);
    bool good = s.sure_wrong * SURE_FOR_ONE_WRONG <= s.sure;

    if (!good)
        fprintf(stderr, "%u of %u values are wrong with confidence above 0.9\n", s.sure_wrong,
                s.sure);
    for (size_t i = 0; i < TENTHS; i++) {
        struct bucket b = bucket_of(c, method, tenths[i], tenths[i + 1]);

        /* More may be right: of a simulated machine, than of the real ones that were counted. */
        if (b.n < ENOUGH || b.expected - b.right <= points_off * b.n)
            continue;
        fprintf(stderr, "confidence from %.1f on: %u of %u values are right, not %.0f\n", tenths[i],
                b.right, b.n, b.expected);
        good = false;
    }
    return good;
}

/* Returns true when the value of O's truth K by METHOD is wrong with a confidence above 0.9. */
static bool is_sure_wrong(const struct campaign *c, const struct outcome *o, enum method method,
                          size_t k)
{
    const struct answer *a = &o->answer[method][k];

    return a->valued && a->confidence > 0.9 && !truth_recovered(a->verdict) &&
           campaign_compares(c, o, k);
}

void campaign_print_sure_wrong(const struct campaign *c, enum method method)
{
    for (size_t i = 0; i < c->n_outcomes; i++)
        for (size_t k = 0; k < c->outcomes[i].n_truths; k++) {
            const struct outcome *o = &c->outcomes[i];
            const struct answer *a = &o->answer[method][k];
            char truth[TRUTH_TEXT_BYTES];

            if (!is_sure_wrong(c, o, method, k))
                continue;
            truth_text(&o->truth[k], truth);
            printf("wrong at %.3f: %s, %s: truth %s, answer %s; %s\n", a->confidence, o->label,
                   o->truth[k].id, truth, a->text, a->note);
        }
}

/* The line that begins what is counted of O: the machine, whatever the variant. */
static void put_machine(FILE *out, const struct outcome *o)
{
    const char *slash = strrchr(o->label, '/'), *name = slash != NULL ? slash + 1 : o->label;

    fprintf(out, "@ simulated %.*s\n", (int)strcspn(name, ". "), name);
}

int campaign_append_counts(const struct campaign *c, enum method method, const char *file)
{
    FILE *out = fopen(file, "ae");

    for (size_t i = 0; out && i < c->n_outcomes; i++) {
        put_machine(out, &c->outcomes[i]);
        for (size_t k = 0; k < c->outcomes[i].n_truths; k++) {
            const struct answer *a = &c->outcomes[i].answer[method][k];

            if (a->valued && campaign_compares(c, &c->outcomes[i], k))
                fprintf(out, "%s\n", a->counted);
        }
    }
    bool bad = !out || ferror(out) != 0;
    if (out)
        bad |= fclose(out) != 0;
    if (bad)
        fprintf(stderr, "%s: %m\n", file);
    return bad ? -1 : 0;
}

void campaign_print_traits(const struct campaign *c, enum method method)
{
    bool any = false;

    for (size_t i = 0; i < c->n_outcomes; i++) {
        const struct outcome *o = &c->outcomes[i];
        struct score s = campaign_outcome_score(c, o, method);

        if (o->machine.trait[0] == '\0')
            continue;
        if (!any)
            printf("%s: traits\n", campaign_method_names[method]);
        any = true;
        printf("  %-60s  %-24s  %u of %u\n", o->machine.trait, o->label, s.recovered, s.compared);
    }
}

void campaign_print_uncovered(const struct campaign *c)
{
    char seen[KINDS_MOST][48];
    size_t n_seen = 0;

    for (size_t i = 0; i < c->n_outcomes && !c->only; i++)
        for (size_t k = 0; k < c->outcomes[i].n_truths && n_seen < KINDS_MOST; k++) {
            size_t at = 0;

            truth_kind_of(c->outcomes[i].truth[k].id, seen[n_seen]);
            while (strcmp(seen[at], seen[n_seen]) != 0)
                at++;
            if (at < n_seen || covers(c, seen[at]))
                continue;
            printf("%s %s", n_seen ? "," : "not covered yet:", seen[n_seen]);
            n_seen++;
        }
    if (n_seen)
        printf("\n");
}
