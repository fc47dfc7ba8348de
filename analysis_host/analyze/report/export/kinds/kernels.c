/* --export kernels=DIR: tuned kernels as C, and why they are as they are. */
#include "report/export/kind.h"
#include "tune/advice.h"
#include "tune/sizes.h"
#include <string.h>

/* What the files of one folder rest on; made with the first. */
static struct tune_advice advice;
static struct tune_plan plan;
static struct tune_sizes sizes;

/* Products of constant sizes beside those of any size. */
static void add_sizes(struct exporter *e)
{
    if (e->sizes == NULL || tune_sizes_read(&sizes, e->sizes) != NULL)
        return;
    for (size_t i = 0; i < plan.n; i++)
        if (strcmp(plan.at[i].kernel, "gemm") == 0) {
            plan.at[i].sizes = sizes.at;
            plan.at[i].n_sizes = sizes.n;
        }
    fprintf(e->out, "\nConstant sizes, with the same tiles: %s\n", e->sizes);
}

static void write_first(struct exporter *e)
{
    char text[TUNE_TEXT];
    const char *why = tune_advise(&advice, e->results, &e->log->run, text);

    if (why != NULL) {
        export_refuse(e, "%s", why);
        return;
    }
    tune_advice_plan(&advice, &plan);
    tune_explain(e->out, &advice);
    add_sizes(e);
    e->file_name = "tuned.txt";
}

static void write_kernels(struct exporter *e)
{
    static char name[TUNE_NAME];

    if (e->file == 0) {
        write_first(e);
    } else if (e->file <= tune_file_count(&plan)) {
        e->file_name = tune_file_name(&plan, e->file - 1, name);
        (void)tune_file_write(&plan, e->file - 1, e->out); /* a failed output is seen outside */
    }
}

const struct export_kind export_kernels = {
    "a C compiler: kernels=DIR has gemm, gemv, dot and others with parameters from this board",
    EXPORT_EFFECTIVE, COMMENT_FOLDER, write_kernels
};
