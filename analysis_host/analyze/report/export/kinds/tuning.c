/* --export tuning: ranked ways to build kernels, for board_runner tune. */
#include "report/export/kind.h"
#include "tune/advice.h"

static void write_tuning(struct exporter *e)
{
    static struct tune_advice advice;
    char text[TUNE_TEXT];
    const char *why = tune_advise(&advice, e->results, &e->log->run, text);

    if (why != NULL)
        export_refuse(e, "%s", why);
    else
        tune_plan_write(e->out, &advice);
}

const struct export_kind export_tuning = {
    .about = "board_runner tune: ranked ways to build kernels",
    .values = EXPORT_EFFECTIVE,
    .comment = COMMENT_OWN,
    .write = write_tuning,
};
