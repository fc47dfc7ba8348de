/* Durations, lines and cells of answers on a screen. */
#include "screen.h"
#include "report/output/visible.h"
#include <string.h>

/* Three digits, and never an exponent below 1e6. */
static void write_value(struct duration *d, double value, const char *unit)
{
    bool long_enough = value >= 99.95 && value < 1e6;

    snprintf(d->text, sizeof d->text, long_enough ? "%.0f %s" : "%.3g %s", value, unit);
}

struct duration screen_duration(double seconds)
{
    static const struct {
        double least;
        const char *unit;
    } units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 0, "ns" } };
    struct duration d;
    unsigned i = 0;

    while (seconds < units[i].least)
        i++;
    write_value(&d, seconds / (units[i].least > 0 ? units[i].least : 1e-9), units[i].unit);
    return d;
}

struct duration screen_time(const struct prediction *p, double factor)
{
    struct duration d;

    if (p->seconds > 0)
        return screen_duration(p->seconds * factor);
    snprintf(d.text, sizeof d.text, "%.3g cy", (p->cycles + p->system_cycles) * factor);
    return d;
}

void screen_wrap(FILE *out, const char *lead, const char *words)
{
    size_t in = strlen(lead), at = in;

    fputs(lead, out);
    while (*words != '\0') {
        size_t n = strcspn(words, " ");
        if (at > in && at + 1 + n > SCREEN_COLUMNS) {
            fprintf(out, "\n%*s", (int)in, "");
            at = in;
        } else if (at > in) {
            fputc(' ', out);
            at++;
        }
        output_visible(out, words, n);
        at += n;
        words += n + (words[n] == ' ');
    }
    fputc('\n', out);
}

void screen_cell(FILE *out, const char *text, int width)
{
    char shown[256];

    output_visible_cell(shown, (size_t)width + 1, text);
    fprintf(out, "%-*s", width, shown);
}

static void write_missing(FILE *out, const struct machine *m)
{
    char words[(ID_BYTES + 70) * MACHINE_MISSING] = "";

    for (size_t i = 0; i < m->n_missing; i++) {
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s (%s)", used > 0 ? ", " : "",
                 m->missing[i].id, m->missing[i].instead);
    }
    if (m->n_missing > 0)
        screen_wrap(out, "MISSING   ", words);
}

static const char *source_of(enum machine_source source)
{
    static const char *const words[] = { "measured", "fitted", "assumed" };

    return words[source];
}

void screen_machine(FILE *out, const struct machine *m)
{
    write_missing(out, m);
    fputs("MACHINE\n", out);
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++) {
        fprintf(out, "  %-31s %10.4g  %s\n", machine_parameter_id((enum machine_parameter)i).text,
                m->number[i].value, source_of(m->number[i].source));
    }
}
