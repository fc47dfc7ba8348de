/* Head of the text: which machine and log. */
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "result/verdict.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

/* One piece of the machine lines; pieces are joined by ", ". */
static void add_piece(char *line, size_t size, const char *before, const char *value,
                      const char *after)
{
    size_t used = strlen(line);

    if (value == NULL || *value == '\0' || used + 3 >= size)
        return;
    if (used > 0) {
        strcpy(line + used, ", ");
        used += 2;
    }
    snprintf(line + used, size - used, "%s%s%s", before, value, after);
}

static void clock_pieces(char *line, size_t size, const struct log_run *run,
                         const struct results *results)
{
    const struct result *frequency = result_find(results, id_of(CPU_FREQUENCY));
    uint64_t hz = log_key_number(run->keys, run->n_keys, "tick_hz", 0);
    char ticks[FORMAT_CELL] = "of unknown rate";
    char cpu[FORMAT_CELL] = "not measured";

    if (hz != 0)
        format_number(ticks, (double)hz, "Hz");
    if (frequency != NULL && frequency->kind == RESULT_NUMBER && frequency->value <= 0)
        strcpy(cpu, "of unknown frequency");
    else if (frequency != NULL)
        format_answer(cpu, frequency);
    add_piece(line, size, "processor ", cpu, "");
    add_piece(line, size, "clock ", ticks, "");
}

/* Where another tool's table came from, which its series say and not the run. */
static void table_pieces(char *line, size_t size, const struct log_run *run)
{
    if (run->n_series == 0)
        return;
    const struct log_series *s = &run->series[0];
    add_piece(line, size, "", log_key_text(s->keys, s->n_keys, "name"), "");
    add_piece(line, size, "cpu ", log_key_text(s->keys, s->n_keys, "cpu"), "");
    add_piece(line, size, "stride ", log_key_text(s->keys, s->n_keys, "stride"), " B");
    add_piece(line, size, "table of ", log_key_text(run->keys, run->n_keys, "source"), "");
}

static void log_pieces(char *line, size_t size, const struct log *log,
                       const struct results *results)
{
    char count[100];

    snprintf(count, sizeof count, "log of %llu lines", (unsigned long long)log->lines);
    add_piece(line, size, "", count, "");
    snprintf(count, sizeof count, "%zu problem%s", problems_count(log, results),
             problems_count(log, results) == 1 ? "" : "s");
    add_piece(line, size, "", count, "");
}

void text_machine(FILE *out, const struct log *log, const struct results *results)
{
    const struct log_run *run = &log->run;
    char line[800] = "";

    add_piece(line, sizeof line, "", log_key_text(run->keys, run->n_keys, "target"), "");
    add_piece(line, sizeof line, "", log_key_text(run->keys, run->n_keys, "arch"), "");
    add_piece(line, sizeof line, "", log_key_text(run->keys, run->n_keys, "word"), "-bit");
    add_piece(line, sizeof line, "contexts: ", log_key_text(run->keys, run->n_keys, "cores"), "");
    add_piece(line, sizeof line, "OS: ", log_key_text(run->keys, run->n_keys, "os"), "");
    add_piece(line, sizeof line, "", log_key_text(run->keys, run->n_keys, "cc"), "");
    if (log_key_text(run->keys, run->n_keys, "source") != NULL)
        table_pieces(line, sizeof line, run);
    format_wrap(out, "", *line ? line : "unknown machine: the log does not name it");
    if (log_is_emulated(run))
        format_wrap(out, "  ",
                    "emulated: times mean nothing, and no number here is the hardware's");
    *line = '\0';
    if (log_key_text(run->keys, run->n_keys, "source") == NULL)
        clock_pieces(line, sizeof line, run, results);
    log_pieces(line, sizeof line, log, results);
    format_wrap(out, "  ", line);
    const char *quota = log_key_text(run->keys, run->n_keys, "cpu_quota");
    if (quota != NULL)
        format_wrapf(out, "  ",
                     "CPU quota %s CPUs (control group): threads are stopped for part of the time",
                     quota);
    if (log->n_runs > 1)
        format_wrapf(out, "  ", "run %u of %u in this log (--run N reads another)", log->chosen,
                     log->n_runs);
    if (log->run.n_rounds > 0)
        format_wrapf(out, "  ", "with %zu further round%s of it, read as one", log->run.n_rounds,
                     log->run.n_rounds == 1 ? "" : "s");
}
