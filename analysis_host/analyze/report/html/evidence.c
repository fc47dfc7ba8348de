/* Section of the page, folded: every answer with what it rests on. */
#include "cell.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "report/text/items.h"
#include "result/confidence.h"
#include "result/os_reported.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <string.h>

enum { TERM = 160 };

struct rule {
    const char *method, *words;
};

static const struct rule rules[] = {
    { "levels", "levels whose sets overflow are fitted to the whole curve, with sets in turn or at "
                "random; the fit's remainder is the doubt" },
    { "qt_clustering", "published: quality-threshold clusters, each at most a quarter of its mean "
                       "wide, are the levels" },
    { "first_step", "published: the first relative rise that exceeds all before it" },
    { "biggest_relative_step", "published: the last point before the greatest relative rise" },
    { "biggest_scaled_step", "published: the last point before the greatest rise times height" },
    { "scattered_room", "the shortest line at which scattered loads still fit: less than a quarter "
                        "of what misses cost" },
    { "scattered_room_untested",
      "the same, longer than the nearer level's, where nothing flushed tells "
      "lines from pairs of lines" },
    { "compact_sets", "the most lines of one set that cost what their control does" },
    { "replay", "loads of one set replayed against each known policy; the best must explain the "
                "misses and the next must not" },
    { "found_orders",
      "random orders of lines that were found to evict each other, replayed against each "
      "known policy; the median set" },
    { "hit_or_miss", "the cost lies on the side of a hit or of a miss" },
    { "steps", "stores of translations that overflow are fitted to the cost beyond the control" },
    { "same_memory", "translation's cost doubles with the slot up to a page, and not beyond" },
    { "slope", "additions that follow each other: the slope of time over operations" },
    { "half_of_additions", "the same slope, where additions are done twice a cycle" },
    { "smallest", "the smallest difference between readings" },
    { "chained", "a chain of one stream: the lap less half of it, by the additions timed beside" },
    { "least_of_streams", "the cheapest number of independent streams" },
    { "interval", "the inverse of the initiation interval" },
    { "ratio", "latency of one by the least with many side by side" },
    { "address_bits", "bits of the address whose parity decides which pairs of lines conflict" },
    { "conflicts",
      "the share of pairs of lines at random that conflict, which is one bank in so many" },
    { "first_bend", "the depth of calls from which on each level costs more" },
    { "jump_plateaus", "plateaus of the cost of a jump over the number of jumps" },
    { "batch_step", "the most misses of a batch before its time steps up" },
    { "latency_over_interval", "latency over the time between two loads that wait for nothing" },
    { "lasting_rise", "the last before a rise that never falls back" },
    { "first_rise", "the last before the first rise" },
    { "spill_edge", "the last number of variables before the cost of an addition rises for good" },
    { "first_wait", "the last number of threads of which none waits for another" },
    { "pairwise_interference", "pairs that slow each other down share a processor" },
    { "random_less_same", "unpredictable directions less equal ones" },
    { "second_highest", "the second highest of the rates over all streams and unrollings" },
    { "first_with_all", "the first number of contexts that reaches what all of them reach" },
    { "second_lowest", "the second lowest of the timings" },
    { "throughput",
      "operations per cycle at the cheapest number of streams, times their elements" },
    { "clique_refinement", "groups whose pairs all cost alike, from the widest inwards" },
    { "first_touch", "memory belongs to the context that touched it first" },
    { "two_working_sets", "two that fit alone and not together share the cache" },
    { "median", "the medians of the timings of each pace, made to rise with the bandwidth" },
    { "half_of_most", "the last working set before the first with less than half of the most" },
    { "mode", "the fullest bin of a histogram" },
    { "median_stretch", "the median stretch of running between two gaps" },
    { "detours", "the time without gaps of 20 us and more, of a thread that only reads the clock" },
    { "eviction_sets",
      "the number of ways that most sets of lines that were found to evict each other show" },
    { "found_sets",
      "laps over lines that were found to evict each other, replayed against each known policy" },
    { "hot_line",
      "whether a line that L1 keeps hits after fillers evict its set from the outer level" },
    { "levels_in_doubt", "as levels, where the same samples also contradict the answer" },
    { "visits", "the median of the passes, each fitted by itself" },
    { "random_reads",
      "levels are fitted to the latency of reads at random places that another tool timed" },
    { "lines", "sweeps at two strides overflow after the same number of lines, not of bytes" },
    { "strides", "the fewest pages at large strides that cost what few pages do" },
    { "by_context", "the median of each hardware thread, by its own timer" },
    { "checksum", "results of each operation are computed again, bit by bit, and compared" },
    { "by_state", "the median of all timings, those between later probes among them, less an empty "
                  "timing" },
    { "by_threads", "the median window of one thread divided by that of several" },
    { "two_levels", "the end of the time divided by its beginning; the onset parts both" },
    { "between_controls", "on which side of the middle of two controls the cost lies" },
    { "between_levels", "the working set in the logarithmic middle of a level" },
    { "common_bend", "calls of lines that share a set: from which number of lines on the cost "
                     "rises for all strides" },
    { "common_unit", "the largest step of which all timings are multiples" },
    { "chain_differences", "differences of chains that were timed alternately" },
    { "cost_of_tests", "the level that the cost of the line shows: nearer than that of the "
                       "control, it was prefetched" },
    { "overlap_of_misses",
      "two misses overlap while the operations between them fit: the likeliest step of the cost" },
    { "unit_pairs", "the time of two operations in one loop, by those of each alone" },
    { "quiet_windows", "the fastest fiftieth of the windows, in cycles of the fastest chain" },
    { "several_less_one", "jumps to several targets less jumps to one" },
    { "latency_by_interval", "the latency over the time from one start to the next" },
    { "lines_moved", "bytes asked for, times the lines that caches move for them" },
    { "windows", "time from the first wide vector until the windows are steady" },
    { "lower_quarter", "the lower quartile of the passes" },
    { "lower_quartile", "the lower quartile of the timings" },
    { "lower_half", "the median of the lower half of the timings" },
    { "counted", "operations over bytes that the board's counters saw move" },
    { "replayed", "operations over bytes that move in caches as measured, by replay" },
    { "compulsory", "operations over bytes of the arrays, each moved once" },
    { "rates", "a mix of multiplications and additions is faster than the two kinds apart allow" },
    { "ceilings", "the lowest of the peak and the measured bandwidths, each times its intensity" },
};

/* Sums over the samples of a probe. */
struct used {
    size_t points, timings;
    unsigned long long lost, first_line, last_line;
};

static struct used used_by(const struct log_run *run, const char *probe)
{
    struct used u = { 0 };

    for (size_t i = log_find_series(run, probe, 0); i < run->n_series;
         i = log_find_series(run, probe, i + 1)) {
        const struct log_series *s = &run->series[i];
        u.points += s->n_samples + s->n_events;
        for (size_t k = 0; k < s->n_samples; k++)
            u.timings += log_sample_next(s, k)->n_ticks;
        log_series_release(s);
        u.lost += s->points_lost;
        if (u.first_line == 0)
            u.first_line = s->first_line;
        u.last_line = s->last_line;
    }
    return u;
}

/* The probe whose samples were summed last: answers of one follow each other. */
struct summed {
    const struct log_run *run;
    const char *probe; /* NULL: none yet */
    struct used used;
};

static struct used sum_once(struct summed *last, const char *probe)
{
    if (last->probe == NULL || strcmp(last->probe, probe) != 0)
        *last = (struct summed){ last->run, probe, used_by(last->run, probe) };
    return last->used;
}

static void samples_cell(FILE *out, struct summed *last, const struct result *r)
{
    struct used u = sum_once(last, r->probe);

    fputs("<td>", out);
    html_text(out, r->probe);
    if (u.points > 0)
        fprintf(out, "<br>%zu points, %zu timings", u.points, u.timings);
    if (u.lost > 0)
        fprintf(out, "<br><b>%llu points lost</b>", u.lost);
    if (u.first_line > 0)
        fprintf(out, "<br>lines %llu to %llu", u.first_line, u.last_line);
    fputs("</td>", out);
}

/* What the operating system reports, where it reports it. */
static void os_report(FILE *out, const struct log_run *run, const struct result *r)
{
    char said[FORMAT_CELL];
    double value;

    if (!os_reported_value(run, r->id, &value))
        return;
    format_number(said, value, r->unit);
    fputs("<br><span class=\"quiet\">", out);
    html_text(out, os_reported_source(run));
    fprintf(out, " reports %s%s</span>", said,
            os_reported_contradicts(r, value) ? ": <b>differs</b>" : "");
}

static void value_cell(FILE *out, const struct log_run *run, const struct result *r)
{
    char value[FORMAT_CELL];

    format_value(value, r);
    if (r->kind == RESULT_NUMBER)
        format_number(value, r->value, r->unit);
    fprintf(out, "<td class=\"%s\">%s", confidence_is_low(r) ? "doubt" : "",
            confidence_is_low(r) ? "~" : "");
    html_text(out, value);
    os_report(out, run, r);
    fputs("</td>", out);
}

/* Two rows: the answer, and its note below. */
static void evidence_rows(FILE *out, struct summed *last, const struct result *r)
{
    char range[FORMAT_CELL], sure[FORMAT_CELL] = "", term[TERM];

    if (result_is_known(r))
        format_percent(sure, r->confidence);
    fputs("<tbody id=\"e.", out);
    html_text(out, r->id);
    fputs("\"><tr><th scope=\"row\">", out);
    html_text(out, r->id);
    if (r->name.quantity != QUANTITY_UNKNOWN) {
        fputs("<br><span class=\"quiet\">", out);
        text_term(term, sizeof term, &r->name);
        html_text(out, term);
        fputs("</span>", out);
    }
    fputs("</th>", out);
    value_cell(out, last->run, r);
    html_element(out, "td", format_range(range, r) ? range : "");
    html_element(out, "td", sure);
    html_element(out, "td", r->method);
    samples_cell(out, last, r);
    fputs("</tr>", out);
    if (*format_note(r).text != '\0' || r->damaged) {
        fputs("<tr><td class=\"note\" colspan=\"6\">", out);
        html_text(out, format_note(r).text);
        fputs(r->damaged ? " (the series lost samples)</td></tr>" : "</td></tr>", out);
    }
    fputs("</tbody>\n", out);
}

/* Doubtful ones come first, then what could not be determined. */
enum order { DOUBTFUL, UNKNOWN, SURE, ORDERS };

static enum order order_of(const struct result *r)
{
    return confidence_is_low(r) ? DOUBTFUL : r->kind == RESULT_NULL ? UNKNOWN : SURE;
}

/* An answer in another form than one that is listed is left out. */
static bool is_listed(const struct result *r)
{
    return r->name.quantity == QUANTITY_UNKNOWN ||
           quantity_row(r->name.quantity)->kind != ID_DERIVED;
}

static void evidence_table(FILE *out, const struct log_run *run, const struct results *results)
{
    struct summed last = { .run = run };

    fputs("<div class=\"scroll\"><table class=\"evidence\"><thead><tr><th>answer</th>"
          "<th>value</th><th>range</th><th>confidence</th><th>rule</th><th>samples</th></tr>"
          "</thead>\n",
          out);
    for (enum order order = 0; order < ORDERS; order++)
        for (size_t i = 0; i < results->n; i++)
            if (is_listed(&results->at[i]) && order_of(&results->at[i]) == order)
                evidence_rows(out, &last, &results->at[i]);
    fputs("</table></div>\n", out);
}

static bool uses(const struct results *results, const char *method)
{
    for (size_t i = 0; i < results->n; i++)
        if (strcmp(results->at[i].method, method) == 0)
            return true;
    return false;
}

/* The rules that this report used. */
static void explain_rules(FILE *out, const struct results *results)
{
    fputs("<details><summary>Rules</summary><dl>\n", out);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (uses(results, rules[i].method)) {
            html_element(out, "dt", rules[i].method);
            html_element(out, "dd", rules[i].words);
        }
    fputs("</dl></details>\n", out);
}

void html_evidence(FILE *out, const struct html_parts *p)
{
    size_t n[ORDERS] = { 0 };

    for (size_t i = 0; i < p->results->n; i++)
        if (is_listed(&p->results->at[i]))
            n[order_of(&p->results->at[i])]++;
    fprintf(
        out,
        "<details id=\"evidence\"><summary>Evidence: %zu answers, %zu doubtful, %zu not "
        "determined; range, rule and samples of each</summary>\n"
        "<p class=\"controls\" hidden><label>Filter <input type=\"search\" id=\"filter\" "
        "placeholder=\"id or term\"></label> <span class=\"small\" id=\"filtered\"></span></p>\n",
        n[DOUBTFUL] + n[UNKNOWN] + n[SURE], n[DOUBTFUL], n[UNKNOWN]);
    evidence_table(out, &p->log->run, p->results);
    explain_rules(out, p->results);
    fputs("</details>\n", out);
}
