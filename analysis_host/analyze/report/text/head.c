/* Head of the text: which machine, when, built how, its clocks, and under which conditions. */
#include "items.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/query.h"
#include "sections.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Hardware threads whose cycles differ by more are worth a word. */
#define UNEQUAL 1.03
/* A clock that falls to less of itself under wide vectors is worth a word. */
#define SLOWED 0.97

enum { INDENT = 2 };

static const char *key(const struct log_run *run, const char *name)
{
    const char *text = log_key_text(run->keys, run->n_keys, name);

    return text != NULL && *text != '\0' ? text : NULL;
}

/* ---- line 1: who ---- */

/* "2 cores x 1 thread", or "4 hardware threads" where cores were not told apart. */
static void add_cores(struct format_flow *f, const struct log_run *run,
                      const struct results *results)
{
    const struct result *smp = result_find(results, id_of(CONTEXTS_SMP));
    const struct result *smt = result_find(results, id_of(CONTEXTS_SMT));
    char cores[FORMAT_CELL], threads[FORMAT_CELL];

    if (result_is_number(smp) && result_is_number(smt)) {
        format_answer(cores, smp);
        format_answer(threads, smt);
        format_flow_add(f, "    ", "%s core%s x %s thread%s", cores, smp->value == 1 ? "" : "s",
                        threads, smt->value == 1 ? "" : "s");
    } else if (key(run, "cores") != NULL) {
        bool one = strcmp(key(run, "cores"), "1") == 0;
        format_flow_add(f, "    ", "%.12s hardware thread%s", key(run, "cores"), one ? "" : "s");
    }
}

static void print_who(FILE *out, const struct log_run *run, const struct results *results)
{
    const char *target = key(run, "target"), *arch = key(run, "arch");
    const struct result *nodes = result_find(results, id_of(NUMA_NODES));
    struct format_flow f = { .n = 0 };
    char count[FORMAT_CELL];

    if (key(run, "model") != NULL || target != NULL)
        format_flow_add(&f, "", "%.150s", key(run, "model") != NULL ? key(run, "model") : target);
    add_cores(&f, run, results);
    if (result_is_number(nodes)) {
        format_answer(count, nodes);
        format_flow_add(&f, ", ", "%s NUMA node%s", count, nodes->value == 1 ? "" : "s");
    }
    if (arch != NULL && (target == NULL || strcmp(arch, target) != 0))
        format_flow_add(&f, ", ", "%.40s", arch);
    if (f.n == 0)
        format_flow_add(&f, "", "unknown machine: the log does not name it");
    format_flow_print(out, "", INDENT, &f);
}

/* Of another tool's table: its series say where it came from, and not the run. */
static void print_table_origin(FILE *out, const struct log_run *run)
{
    static const char *const keys[][3] = { { "name", "", "" },
                                           { "cpu", "cpu ", "" },
                                           { "stride", "stride ", " B" } };
    struct format_flow f = { .n = 0 };

    format_flow_add(&f, "", "table of %.120s", key(run, "source"));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && run->n_series > 0; i++) {
        const struct log_series *s = &run->series[0];
        const char *value = log_key_text(s->keys, s->n_keys, keys[i][0]);
        if (value != NULL && *value != '\0')
            format_flow_add(&f, ", ", "%s%.120s%s", keys[i][1], value, keys[i][2]);
    }
    format_flow_print(out, "", INDENT, &f);
}

/* ---- line 2: where, built how, when ---- */

/* What of the flags FLAGS changes code: without -g, -D, -I, -W and what names files. */
static void put_flags(char *to, size_t size, const char *flags)
{
    size_t used = 0;

    *to = '\0';
    for (size_t n; flags != NULL && *flags != '\0'; flags += n + strspn(flags + n, " ")) {
        n = strcspn(flags, " ");
        bool code = n > 2 && flags[0] == '-' && strchr("Omf", flags[1]) != NULL &&
                    strncmp(flags, "-ffile-prefix", 13) != 0 && memchr(flags, '/', n) == NULL;
        if (code && used + n + 2 < size)
            used += (size_t)snprintf(to + used, size - used, " %.*s", (int)n, flags);
    }
}

/* The time that all probes of all rounds took, ms. */
static uint64_t took_of(const struct log_run *run)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < run->n_keys; i++)
        if (strncmp(run->keys[i].key, "took.", 5) == 0)
            sum += log_key_number(&run->keys[i], 1, run->keys[i].key, 0);
    for (size_t i = 0; i < run->n_rounds; i++)
        sum += took_of(&run->rounds[i]);
    return sum;
}

/* Bytes of the version at the begin of RELEASE: "6.18.44" of "6.18.44-cloud-amd64". */
static int release_bytes(const char *release)
{
    size_t n = strspn(release, "0123456789.");

    n = n > 0 ? n : strlen(release);
    return n < 40 ? (int)n : 40;
}

static void add_system(struct format_flow *f, const struct log_run *run)
{
    const char *os = key(run, "os"), *release = key(run, "os_release"), *cc = key(run, "cc");
    const char *node = key(run, "node");
    bool gnu = cc != NULL && strncmp(cc, "GNU ", 4) == 0;
    char flags[60];

    if (node != NULL)
        format_flow_add(f, "", "host %.60s", node);
    if (os != NULL && strcmp(os, "none") == 0)
        format_flow_add(f, ", ", "bare metal");
    else if (os != NULL)
        format_flow_add(f, ", ", "%.40s%s%.*s", strcmp(os, "linux") == 0 ? "Linux" : os,
                        release != NULL ? " " : "", release != NULL ? release_bytes(release) : 0,
                        release != NULL ? release : "");
    put_flags(flags, sizeof flags, key(run, "cflags"));
    if (cc != NULL)
        format_flow_add(f, ", ", "%s%.60s%s", gnu ? "GCC" : "", gnu ? cc + 3 : cc, flags);
}

static void add_when(struct format_flow *f, const struct log_run *run)
{
    uint64_t began = log_key_number(run->keys, run->n_keys, "began", 0), took = took_of(run);
    time_t at = (time_t)began;
    struct tm tm;
    char day[40];

    if (began > 0 && gmtime_r(&at, &tm) != NULL &&
        strftime(day, sizeof day, "%Y-%m-%d %H:%M UTC", &tm) > 0)
        format_flow_add(f, "; ", "%s", day);
    if (log_has_effort(run, "slow"))
        format_flow_add(f, ", ", "run for a slow target");
    else if (log_has_effort(run, "quick") || log_has_effort(run, "thorough"))
        format_flow_add(f, ", ", "%s run", log_has_effort(run, "quick") ? "quick" : "thorough");
    if (run->n_rounds > 0)
        format_flow_add(f, ", ", "%zu rounds", 1 + run->n_rounds);
    if (took >= 9500)
        format_flow_add(f, ", ", "%.0f s", (double)took / 1000);
    else if (took > 0)
        format_flow_add(f, ", ", "%.2g s", (double)took / 1000);
}

/* ---- line 3: clocks ---- */

/* "1.98 GHz under AVX-512": the lowest clock under vectors, of those that lower it. */
static void add_vector_clock(struct format_flow *f, const struct log_run *run,
                             const struct results *results, const struct result *frequency)
{
    const struct result *low = NULL;
    const char *arch = key(run, "arch");
    unsigned bits = 0;
    char clock[FORMAT_CELL];

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        if (r->name.quantity == CPU_FREQUENCY_UNDER && result_is_number(r) &&
            (low == NULL || r->value < low->value))
            low = r;
    }
    if (low == NULL || sscanf(low->name.type, "v%u", &bits) != 1)
        return;
    bool x86 = arch != NULL && strncmp(arch, "x86", 3) == 0;
    char name[40];
    snprintf(name, sizeof name, "%u-bit vectors", bits);
    const char *words = x86 && bits == 512 ? "AVX-512" : x86 && bits == 256 ? "AVX" : name;
    format_number(clock, frequency->value * low->value, "Hz");
    if (low->value < SLOWED)
        format_flow_add(f, ", ", "%s%s under %s",
                        confidence_is_low(low) || confidence_is_low(frequency) ? "~" : "", clock,
                        words);
    else
        format_flow_add(f, ", ", "the same under %s", words);
}

/* "2.9 GHz with 64 threads busy": where the clock falls with the number of threads; "throttled to
 * 80 % after 42 s". */
static void add_busy_clock(struct format_flow *f, const struct results *results,
                           const struct result *frequency)
{
    const struct result *busy = NULL, *onset = result_find(results, id_of(CPU_THROTTLING_ONSET)),
                        *level = result_find(results, id_of(CPU_THROTTLING_LEVEL));
    char text[FORMAT_CELL];

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity == CPU_FREQUENCY_CONTEXTS && result_is_number(r) &&
            (busy == NULL || r->name.contexts > busy->name.contexts))
            busy = r;
    }
    if (busy != NULL && busy->value < SLOWED) {
        format_number(text, frequency->value * busy->value, "Hz");
        format_flow_add(f, ", ", "%s%s with %u threads busy", format_doubt(busy), text,
                        busy->name.contexts);
    }
    if (result_is_number(onset) && result_is_number(level)) {
        format_answer(text, onset);
        format_flow_add(f, ", ", "throttled to %.0f %% after %s", level->value * 100, text);
    }
}

static void add_clocks(struct format_flow *f, const struct log_run *run,
                       const struct results *results)
{
    const struct result *frequency = result_find(results, id_of(CPU_FREQUENCY));
    uint64_t hz = log_key_number(run->keys, run->n_keys, "tick_hz", 0);
    const char *clock = key(run, "clock");
    char text[FORMAT_CELL], range[FORMAT_CELL];
    bool tsc = clock != NULL && strcmp(clock, "tsc") == 0;

    if (result_is_number(frequency) && frequency->value > 0) {
        format_answer(text, frequency);
        bool moved = format_range(range, frequency);
        format_flow_add(f, "", "core %s%s%s%s", text, moved ? " (" : "", range,
                        moved ? " in this run)" : "");
        add_vector_clock(f, run, results, frequency);
        add_busy_clock(f, results, frequency);
    } else {
        format_flow_add(f, "", "core %s",
                        frequency != NULL ? "clock of unknown frequency" : "clock -");
    }
    if (hz != 0)
        format_number(text, (double)hz, "Hz");
    else
        strcpy(text, "of unknown rate");
    if (tsc)
        format_flow_add(f, "; ", "TSC %s", text);
    else
        format_flow_add(f, "; ", "timer%s%.20s%s %s", clock != NULL ? " (" : "",
                        clock != NULL ? clock : "", clock != NULL ? ")" : "", text);
}

/* ---- conditions ---- */

/* Says which hardware thread is slower than another by more than their timings scatter. */
static void add_slowest(struct format_flow *f, const struct results *results)
{
    const struct result *slow = NULL, *fast = NULL;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity != CONTEXT_CYCLE || !result_is_number(r) || confidence_is_low(r))
            continue;
        slow = slow == NULL || r->value > slow->value ? r : slow;
        fast = fast == NULL || r->value < fast->value ? r : fast;
    }
    if (slow != fast && slow->value > UNEQUAL * fast->value && slow->low > fast->high)
        format_flow_add(f, "; ", "a cycle of hardware thread %u is %.2fx that of thread %u",
                        slow->name.context, slow->value / fast->value, fast->name.context);
}

static void print_conditions(FILE *out, const struct log *log, const struct results *results)
{
    const struct log_run *run = &log->run;
    const struct result *share = result_find(results, id_of(NEIGHBOUR_SHARE));
    const char *governor = key(run, "governor");
    struct format_flow f = { .n = 0 };

    if (log_is_emulated(run))
        format_flow_add(&f, "",
                        "emulated: times mean nothing, and no number here is the hardware's");
    if (result_is_number(share) && share->value > 0)
        format_flow_add(&f, "; ", "another thread or VM used this core in %.0f %% of the run",
                        100 * share->value);
    if (key(run, "cpu_quota") != NULL)
        format_flow_add(&f, "; ", "CPU quota %.12s (cgroup): threads are stopped part of the time",
                        key(run, "cpu_quota"));
    if (governor != NULL && strcmp(governor, "performance") != 0)
        format_flow_add(&f, "; ", "governor %.24s", governor);
    add_slowest(&f, results);
    if (log->n_runs > 1 + run->n_rounds)
        format_flow_add(&f, "; ", "run %u of %u in this log (--run N reads another)", log->chosen,
                        log->n_runs);
    format_flow_print(out, "! ", INDENT, &f);
}

void text_head(FILE *out, const struct log *log, const struct results *results)
{
    const struct log_run *run = &log->run;
    struct format_flow system = { .n = 0 }, clocks = { .n = 0 }, legend = { .n = 0 };

    if (key(run, "source") != NULL) {
        print_table_origin(out, run);
    } else {
        print_who(out, run, results);
        add_system(&system, run);
        add_when(&system, run);
        format_flow_print(out, "", INDENT, &system);
        add_clocks(&clocks, run, results);
        format_flow_print(out, "", INDENT, &clocks);
    }
    print_conditions(out, log, results);
    format_flow_add(&legend, "", "~ doubtful");
    format_flow_add(&legend, "   ", "? not determined");
    format_flow_add(&legend, "   ", "- not measured");
    format_flow_add(&legend, "   ", "(a-b) range");
    format_flow_add(&legend, "   ", "c core cycles");
    format_flow_print(out, "", 0, &legend);
}
