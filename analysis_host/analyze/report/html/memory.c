/* Sections of the page: caches and memory. */
#include "cell.h"
#include "report/format/value.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "result/regions.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 9 };

/* ---- the table ---- */

/* What the table has a column for, and the largest number of contexts that read together. */
struct columns {
    bool reported, geometry, ns, bandwidth;
    unsigned together;
};

static const struct result *latency_of(const struct results *results, unsigned level)
{
    return result_find(results,
                       level == MEMORY_LEVEL ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, level));
}

static struct columns columns_of(const struct html_parts *p)
{
    struct columns c = { 0 };
    double value;

    for (size_t i = 0; i < p->results->n; i++) {
        const struct result *r = &p->results->at[i];
        enum quantity q = r->name.quantity;

        c.geometry |= q == CACHE_WAYS || q == CACHE_LINE;
        c.ns |= (q == CACHE_LATENCY || q == MEMORY_LATENCY) && r->ns > 0;
        c.bandwidth |= q == BANDWIDTH_ALONE;
        if (q == BANDWIDTH_TOGETHER && strcmp(r->name.op, "read") == 0 &&
            r->name.contexts > c.together)
            c.together = r->name.contexts;
        c.reported |=
            (q == CACHE_SIZE || q == ICACHE_SIZE) && os_reported_value(&p->log->run, r->id, &value);
    }
    return c;
}

static void reported_cell(FILE *out, const struct html_parts *p, const struct result *r)
{
    char text[FORMAT_CELL] = "-";
    double value;
    bool said = r != NULL && os_reported_value(&p->log->run, r->id, &value);

    if (said)
        format_number(text, value, r->unit);
    fprintf(out, "<td class=\"quiet%s\">%s</td>",
            said && os_reported_contradicts(r, value) ? " differs" : "", text);
}

static void bandwidth_cell(FILE *out, const struct result *r)
{
    fputs("<td>", out);
    html_bandwidth(out, r);
    fputs("</td>", out);
}

static void head_row(FILE *out, const struct columns *c, const char *threads)
{
    fputs("<thead><tr><th>level</th><th>size</th>", out);
    fputs(c->reported ? "<th>OS reports</th>" : "", out);
    fputs(c->geometry ? "<th>ways</th><th>line</th>" : "", out);
    fprintf(out, "<th%s>load-to-use latency</th>", c->ns ? " colspan=\"2\"" : "");
    if (c->bandwidth)
        fprintf(out, "<th>read, 1 %.*s</th>", (int)strlen(threads) - 1, threads);
    if (c->together > 1)
        fprintf(out, "<th>read, %u %s</th>", c->together, threads);
    fputs("</tr></thead>\n", out);
}

/* The row NAME of a cache of SIZE, with WAYS and LINE, or of memory, which has none of them. */
static void row(FILE *out, const struct html_parts *p, const struct columns *c, const char *name,
                const struct result *const of[3], unsigned level)
{
    const struct result *latency = level < MOST_LEVELS ? latency_of(p->results, level) : NULL;

    fprintf(out, "<tr><th scope=\"row\">%s</th>", name);
    html_answer_cell(out, of[0]);
    if (c->reported)
        reported_cell(out, p, of[0]);
    if (c->geometry) {
        html_answer_cell(out, of[1]);
        html_answer_cell(out, of[2]);
    }
    html_answer_cell(out, latency);
    if (c->ns)
        html_ns_cell(out, latency);
    if (c->bandwidth)
        bandwidth_cell(out, level < MOST_LEVELS
                                ? result_find(p->results, id_moving(BANDWIDTH_ALONE, level, "read"))
                                : NULL);
    if (c->together > 1)
        bandwidth_cell(out, level < MOST_LEVELS
                                ? result_find(p->results, id_together(level, "read", c->together))
                                : NULL);
    fputs("</tr>\n", out);
}

static void cache_rows(FILE *out, const struct html_parts *p, const struct columns *c)
{
    const struct results *r = p->results;
    char name[24];

    for (unsigned i = 1; i < MOST_LEVELS; i++) {
        const struct result *of[] = { result_find(r, id_at(CACHE_SIZE, i)),
                                      result_find(r, id_at(CACHE_WAYS, i)),
                                      result_find(r, id_at(CACHE_LINE, i)) };
        const struct result *code[] = { result_find(r, id_at(ICACHE_SIZE, i)),
                                        result_find(r, id_at(ICACHE_WAYS, i)), NULL };

        snprintf(name, sizeof name, "L%u%s", i, i == 1 ? "d" : "");
        if (of[0] != NULL || of[1] != NULL || of[2] != NULL || latency_of(r, i) != NULL)
            row(out, p, c, name, of, i);
        snprintf(name, sizeof name, "L%ui", i);
        if (code[0] != NULL && code[0]->kind != RESULT_NONE)
            row(out, p, c, name, code, MOST_LEVELS);
    }
}

static bool has_levels(const struct results *results)
{
    for (size_t i = 0; i < results->n; i++) {
        enum quantity q = results->at[i].name.quantity;
        if (q == CACHE_SIZE || q == CACHE_LATENCY || q == MEMORY_LATENCY || q == CACHE_WAYS ||
            q == CACHE_LINE || q == ICACHE_SIZE)
            return true;
    }
    return false;
}

static void levels(FILE *out, const struct html_parts *p)
{
    static const struct result *const none[3];
    struct columns c = columns_of(p);

    fputs("<div class=\"scroll\"><table class=\"first\">", out);
    head_row(out, &c, html_threads(p->results));
    fputs("<tbody>\n", out);
    cache_rows(out, p, &c);
    if (latency_of(p->results, MEMORY_LEVEL) != NULL ||
        result_find(p->results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read")) != NULL)
        row(out, p, &c, "DRAM", none, MEMORY_LEVEL);
    fputs("</tbody></table></div>\n", out);
}

/* ---- policies, TLB, NUMA: a sentence each ---- */

static void separate(FILE *out, bool *begun, const char *by)
{
    fputs(*begun ? by : "", out);
    *begun = true;
}

/* R in words, after BEFORE where it is not known or the words alone do not say what they are of. */
static void spelt(FILE *out, bool *begun, const struct result *r, const char *before, bool always)
{
    if (r == NULL || r->kind == RESULT_NONE)
        return;
    separate(out, begun, ", ");
    if (always || r->kind != RESULT_NAME)
        fprintf(out, "%s ", before);
    html_answer(out, r);
}

static void policies_of(FILE *out, bool *any, const struct results *results, unsigned level)
{
    const struct result *policy = result_find(results, id_at(CACHE_POLICY, level));
    const struct result *inclusion = result_find(results, id_at(CACHE_INCLUSION, level));
    const struct result *write = result_find(results, id_at(CACHE_WRITE, level));
    const struct result *allocate = result_find(results, id_at(CACHE_ALLOCATE, level));
    const struct result *shared = result_find(results, id_at(CACHE_SHARED_BY, level));
    bool begun = false;

    if (policy == NULL && inclusion == NULL && write == NULL && allocate == NULL && shared == NULL)
        return;
    fprintf(out, "%sL%u%s: ", *any ? "; " : "<p>", level, level == 1 ? "d" : "");
    *any = true;
    spelt(out, &begun, policy, "replacement policy", false);
    spelt(out, &begun, inclusion, "inclusion", false);
    spelt(out, &begun, write, "write policy", false);
    spelt(out, &begun, allocate, "write-allocate", false);
    if (shared != NULL && shared->kind == RESULT_NUMBER && shared->value == 1) {
        separate(out, &begun, ", ");
        html_answer_text(out, shared, "private");
    } else if (shared != NULL && shared->kind != RESULT_NONE) {
        separate(out, &begun, ", ");
        fputs("shared by ", out);
        html_answer(out, shared);
    }
}

static void policies(FILE *out, const struct results *results)
{
    bool any = false;

    for (unsigned i = 1; i < MOST_LEVELS; i++)
        policies_of(out, &any, results, i);
    fputs(any ? ".</p>\n" : "", out);
}

static void tlb_level(FILE *out, bool *begun, const struct results *results, unsigned level)
{
    const struct result *entries = result_find(results, id_at(TLB_ENTRIES, level));
    const struct result *ways = result_find(results, id_at(TLB_WAYS, level));
    const struct result *penalty = result_find(results, id_at(TLB_PENALTY, level));

    if (entries == NULL)
        return;
    separate(out, begun, "; ");
    fprintf(out, "L%u ", level);
    html_answer(out, entries);
    fputs(" entries", out);
    if (ways != NULL) {
        fputs(", ways ", out);
        html_answer(out, ways);
    }
    if (level > 1 && penalty != NULL) {
        fputs(", hit ", out);
        html_extra(out, penalty);
    }
}

static void huge_pages(FILE *out, bool *begun, const struct results *results)
{
    spelt(out, begun, result_find(results, id_of(HUGE_PAGE_GRANTED)), "huge pages", true);
    spelt(out, begun, result_find(results, id_of(HUGE_PAGE_TLB_REACH)), "TLB reach of huge pages",
          false);
}

static void tlb(FILE *out, const struct results *results)
{
    const struct result *page = result_find(results, id_of(TLB_PAGE));
    const struct result *walk = result_find(results, id_of(TLB_WALK));
    bool begun = false;

    if (page == NULL && walk == NULL && result_find(results, id_of(TLB_LEVELS)) == NULL)
        return;
    fputs("<p>TLB", out);
    if (page != NULL) {
        fputs(" (pages of ", out);
        html_answer(out, page);
        fputs(")", out);
    }
    fputs(": ", out);
    for (unsigned i = 1; i < MOST_LEVELS; i++)
        tlb_level(out, &begun, results, i);
    if (walk != NULL) {
        separate(out, &begun, "; ");
        fputs("page walk ", out);
        html_extra(out, walk);
    }
    huge_pages(out, &begun, results);
    fputs(".</p>\n", out);
}

static void numa(FILE *out, const struct results *results)
{
    static const struct {
        const char *words;
        enum quantity latency, bandwidth;
    } sides[] = { { "local", NUMA_LOCAL_LATENCY, NUMA_LOCAL_BANDWIDTH },
                  { "remote", NUMA_REMOTE_LATENCY, NUMA_REMOTE_BANDWIDTH } };

    if (result_measured(results, id_of(NUMA_NODES)) < 2)
        return;
    fputs("<p>NUMA: ", out);
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        const struct result *latency = result_find(results, id_of(sides[i].latency));

        fprintf(out, "%s%s memory ", i > 0 ? "; " : "", sides[i].words);
        html_answer(out, latency);
        fputs(", ", out);
        html_bandwidth(out, result_find(results, id_of(sides[i].bandwidth)));
    }
    fputs(".</p>\n", out);
}

/* ---- memories that the board names ---- */

static void region_row(FILE *out, const struct results *results, const struct region_facts *f)
{
    static const char *const actions[] = { "load", "store", "fetch" };
    char size[FORMAT_CELL];

    format_number(size, (double)f->bytes, "B");
    fputs("<tr>", out);
    html_element(out, "th", f->name);
    html_element(out, "td", f->kind);
    fprintf(out, "<td>0x%llx</td><td>%s</td>", (unsigned long long)f->start, size);
    for (unsigned i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        html_answer_cell(out, result_find(results, id_op(REGION_LATENCY, f->name, actions[i])));
        bandwidth_cell(out, result_find(results, id_op(REGION_BANDWIDTH, f->name, actions[i])));
    }
    fputs("</tr>\n", out);
}

static void regions(FILE *out, const struct html_parts *p)
{
    struct region_facts facts[REGIONS_MOST];
    size_t n = regions_read(facts, &p->log->run);

    if (n == 0)
        return;
    fputs("<h3>Memory regions of the board</h3>\n<div class=\"scroll\"><table class=\"first\">"
          "<thead><tr><th>region</th><th>kind</th><th>address</th><th>size</th>"
          "<th>load latency</th><th>load bandwidth</th><th>store latency</th>"
          "<th>store bandwidth</th><th>fetch latency</th><th>fetch bandwidth</th></tr></thead>\n"
          "<tbody>\n",
          out);
    for (size_t i = 0; i < n; i++)
        region_row(out, p->results, &facts[i]);
    fputs("</tbody></table></div>\n", out);
}

void html_memory(FILE *out, const struct html_parts *p)
{
    if (has_levels(p->results)) {
        levels(out, p);
        policies(out, p->results);
    }
    tlb(out, p->results);
    numa(out, p->results);
    regions(out, p);
    html_figure(out, p, "latency");
    if (html_has_figure(p, "tlb") || html_has_figure(p, "mlp")) {
        fputs("<div class=\"pair\">\n", out);
        html_figure(out, p, "tlb");
        html_figure(out, p, "mlp");
        fputs("</div>\n", out);
    }
}
