/* --export gcc: a file of options for GCC. Such files have no comments: macros of no effect say
 * what kind of values these are, and what stands in the place of one that is not known. */
#include "report/export/gcc_params.h"
#include "report/export/kind.h"
#include "report/export/values.h"
#include <ctype.h>
#include <stdio.h>

static void print_setting(void *ctx, const char *setting)
{
    fprintf(ctx, "--param=%s\n", setting);
}

/* -DPONTOON_CACHE_3_SIZE_IS="low bound, 8 MiB to 16 MiB seen". */
static void print_note(FILE *out, const struct export_note *note)
{
    fputs("-DPONTOON_", out);
    for (const char *p = note->id; *p != '\0'; p++)
        fputc(isalnum((unsigned char)*p) ? toupper((unsigned char)*p) : '_', out);
    fprintf(out, "_IS=\"%s\"\n", note->text);
}

static void write_gcc(struct exporter *e)
{
    unsigned last = export_last_sized(e, export_levels(e));

    fprintf(e->out, "-DPONTOON_VALUES=%s\n-DPONTOON_L2_CACHE_IS_LAST_LEVEL=%u\n",
            export_values_name(e->values), last);
    export_gcc_params(e, print_setting, e->out);
    for (size_t i = 0; i < e->n_notes; i++)
        print_note(e->out, &e->note[i]);
}

const struct export_kind export_gcc = { "GCC: gcc @FILE; --param settings, l2 is the last level",
                                        EXPORT_EFFECTIVE, COMMENT_OWN, write_gcc };
