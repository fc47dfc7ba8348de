/* --export header: macros for C and C++. */
#include "report/export/kind.h"
#include "report/export/parameters.h"
#include "report/export/values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Text for a comment, which it must not end. */
static void put_remark(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(*text == '/' || (unsigned char)*text < ' ' ? ' ' : *text, out);
}

static void print_macro(void *ctx, const struct export_parameter *p)
{
    struct exporter *e = ctx;

    if (p->why != NULL) {
        fprintf(e->out, "/* %s is not known: ", p->name);
        put_remark(e->out, p->why);
        fputs(" */\n", e->out);
        return;
    }
    fprintf(e->out, "#define %s %.12g\n", p->name, p->value);
    fprintf(e->out, "#define %s_CONFIDENCE_PCT %.0f\n", p->name,
            floor(100 * p->result->confidence));
}

static void write_header(struct exporter *e)
{
    double size;

    if (e->strict && (!export_known(e, id_of(CACHE_LEVELS), &size) || size > 0))
        export_need(e, id_at(CACHE_SIZE, 1));
    fputs("#ifndef HWPARAMS_H\n#define HWPARAMS_H\n\n", e->out);
    fprintf(e->out, "#define HWP_TARGET \"%s\"\n", export_run_text(e, "target", "unknown"));
    fprintf(e->out, "#define HWP_ARCH \"%s\"\n", export_run_text(e, "arch", "unknown"));
    fprintf(e->out, "#define HWP_COMPILER \"%s\"\n", export_run_text(e, "cc", "unknown"));
    fprintf(e->out, "#define HWP_LOG_LINES %llu\n\n", (unsigned long long)e->log->lines);
    export_parameters(e, print_macro, e);
    fputs("\n#endif\n", e->out);
}

const struct export_kind export_header = { "C and C++: #include it; sizes to tile for", EXPORT_BOTH,
                                           COMMENT_C, write_header };
