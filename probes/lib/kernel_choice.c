/* Finds the kernels that the command line names, and runs them name after name. */
#include "kernel_choice.h"
#include "events.h"
#include "flush.h"
#include "hal/alloc.h"
#include "hal/thread.h"
#include "hal/timer.h"
#include "kernel_group.h"
#include "kernel_kept.h"
#include "kernel_send.h"
#include "kernel_sizes.h"
#include "kernel_watch.h"
#include "measure.h"
#include "reference.h"

enum {
    MOST_VARIANTS = 32,
    USUAL_CACHES = 2,  /* where cache_size has not run yet */
    POINT_BYTES = 118, /* with its part of the keys of a series, as three boards sent them */
    /* Of its limit it takes three quarters, as timings end where they agree: 23 to 26 s of 35 s on
     * an x86-64 guest, on a simulated Cortex-A9 and on an emulated one. */
    USED_MS_A_TENTH = 75,
    /* Where caches are so small that it stays below: times the last cache of all arrays of a
     * kernel, and additions that a byte of them costs in all visits, where one starts in a cycle.
     */
    ARRAYS = 3,
    ADDS_A_BYTE = 220,
};

/* ---- names ---- */

/* Returns true when NAME is, to the letter, the first N letters at TEXT. */
static bool is_name(const char *name, const char *text, size_t n)
{
    size_t i = 0;

    while (i < n && name[i] != '\0' && name[i] == text[i])
        i++;
    return i == n && name[i] == '\0';
}

/* Letters of TEXT, which has N or ends before, that are before END. */
static size_t length_to(const char *text, size_t n, char end)
{
    size_t i = 0;

    while (i < n && text[i] != '\0' && text[i] != end)
        i++;
    return i;
}

/* Returns true when the N letters at TEXT are NAME or NAME.VARIANT of KERNEL. */
static bool names_kernel(const struct kernel *kernel, const char *text, size_t n)
{
    size_t point = length_to(text, n, '.');

    return is_name(kernel->name, text, point) &&
           (point == n || is_name(kernel->variant, text + point + 1, n - point - 1));
}

/* Takes a word, *WORD of *N letters, off *LIST, joined by ','. False: there is none left. */
static bool next_word(const char **list, const char **word, size_t *n)
{
    if (!*list || !**list)
        return false;
    *word = *list;
    *n = length_to(*word, SIZE_MAX, ',');
    *list += *n + ((*list)[*n] == ',');
    return true;
}

/* Calls NAMES with each word of LIST, joined by ','; true when one of them is taken. */
static bool is_among(const struct kernel *kernel, const char *list,
                     bool (*names)(const struct kernel *, const char *, size_t))
{
    const char *word;
    size_t n;

    while (next_word(&list, &word, &n))
        if (names(kernel, word, n))
            return true;
    return false;
}

/* Returns true when no kernel before number K of AT has its name. */
static bool is_new_name(const struct kernel *(*at)(unsigned i), unsigned k)
{
    for (unsigned i = 0; i < k; i++)
        if (probe_same_text(at(i)->name, at(k)->name))
            return false;
    return true;
}

const char *kernel_name_at(const void *of, unsigned i)
{
    const struct kernel_choice *choice = of;

    for (unsigned k = 0; choice->at(k); k++)
        if (is_new_name(choice->at, k) && i-- == 0)
            return choice->at(k)->name;
    return 0;
}

const char *kernel_variant_at(const void *of, unsigned i, unsigned k)
{
    const struct kernel_choice *choice = of;
    const char *name = kernel_name_at(choice, i);

    for (unsigned j = 0; name && choice->at(j); j++)
        if (probe_same_text(choice->at(j)->name, name) && k-- == 0)
            return choice->at(j)->variant;
    return 0;
}

bool kernel_is_there(const void *of, const char *text, size_t n)
{
    const struct kernel_choice *choice = of;

    for (unsigned i = 0; choice->at(i); i++)
        if (names_kernel(choice->at(i), text, n))
            return true;
    return false;
}

bool kernel_is_listed(const struct kernel *kernel, const char *list)
{
    return is_among(kernel, list, names_kernel);
}

/* ---- keys ---- */

static const char *const spaces[] = {
    [KERNEL_UNIFIED] = "unified",
    [KERNEL_INDEPENDENT] = "independent",
    [KERNEL_CYCLIC] = "cyclic",
    [KERNEL_CYCLIC + 1] = 0,
};

/* The Ith of the literals OF, which end with NULL. */
static const char *literal_at(const void *of, unsigned i)
{
    const char *const *literals = of;

    return literals[i];
}

static bool is_literal(const void *of, const char *text, size_t n)
{
    for (const char *const *at = of; *at; at++)
        if (is_name(*at, text, n))
            return true;
    return false;
}

static void take_spaces(struct plan *plan, const char *text)
{
    plan->spaces = text;
}

static const struct probe_words space_words = {
    .of = spaces,
    .at = literal_at,
    .has = is_literal,
    .lacking = "no such space; there are:",
    .take = take_spaces,
};

static const char *const schedules[] = {
    [KERNEL_STATIC] = "static",
    [KERNEL_DYNAMIC] = "dynamic",
    [KERNEL_GUIDED] = "guided",
    [KERNEL_GUIDED + 1] = 0,
};

static void take_schedules(struct plan *plan, const char *text)
{
    plan->schedules = text;
}

static const struct probe_words schedule_words = {
    .of = schedules,
    .at = literal_at,
    .has = is_literal,
    .lacking = "no such schedule; there are:",
    .take = take_schedules,
};

static void take_states(struct plan *plan, const char *text)
{
    const char *word;
    size_t n;

    plan->kernel_states = 0;
    while (next_word(&text, &word, &n))
        for (unsigned i = 0; kernel_states[i]; i++)
            if (is_name(kernel_states[i], word, n))
                plan->kernel_states |= 1u << i;
}

static const struct probe_words state_words = {
    .of = kernel_states,
    .at = literal_at,
    .has = is_literal,
    .lacking = "no such state; there are:",
    .take = take_states,
};

static void take_contexts(struct plan *plan, const uint64_t *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        plan->kernel_contexts[i] = values[i];
}

static void take_n(struct plan *plan, const uint64_t *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        plan->kernel_n[i] = values[i];
}

static void take_exact(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->exact_n = values[0] > 0;
}

static void take_laps(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->kernel_laps = values[0];
}

const struct probe_option kernel_space_key = {
    .key = "space",
    .value = "NAME,...",
    .about = "only variants of these data spaces",
    .wanted = "of unified, independent and cyclic, as in space=cyclic",
    .n_values = 3,
    .words = &space_words,
};

const struct probe_option kernel_schedule_key = {
    .key = "schedule",
    .value = "NAME,...",
    .about = "only variants of these schedules",
    .wanted = "of static, dynamic and guided, as in schedule=dynamic",
    .n_values = 3,
    .words = &schedule_words,
};

const struct probe_option kernel_state_key = {
    .key = "state",
    .value = "NAME,...",
    .about = "what caches hold when a kernel begins",
    .wanted = "of warm, data, code and cold, as in state=cold",
    .n_values = PLAN_CACHES,
    .words = &state_words,
};

const struct probe_option kernel_contexts_key = {
    .key = "contexts",
    .value = "N,...",
    .about = "that run a kernel at once",
    .wanted = "1 to 8 growing numbers, 1 to 256, as in contexts=1,2",
    .least = 1,
    .most = 256,
    .ascending = true,
    .n_values = OPTION_VALUES,
    .take = take_contexts,
};

const struct probe_option kernel_n_key = {
    .key = "n",
    .value = "N,...",
    .about = "sizes of kernels, instead of a sweep",
    .wanted = "up to four growing numbers of at least 1, as in n=1000,1M",
    .least = 1,
    .most = INT32_MAX,
    .ascending = true,
    .n_values = PLAN_CACHES,
    .take = take_n,
};

const struct probe_option kernel_exact_key = {
    .key = "exact",
    .value = "0|1",
    .about = "1: sizes that are powers of two",
    .wanted = "0 or 1, as in exact=1",
    .least = 0,
    .most = 1,
    .n_values = 1,
    .take = take_exact,
};

const struct probe_option kernel_laps_key = {
    .key = "laps",
    .value = "N",
    .about = "runs each kernel so often at n=, untimed (profile)",
    .wanted = "a number of at least 1, as in laps=100",
    .least = 1,
    .most = INT32_MAX,
    .n_values = 1,
    .take = take_laps,
};

/* ---- the run ---- */

static bool has_space_of(const struct kernel *kernel, const char *text, size_t n)
{
    return is_name(spaces[kernel->space], text, n);
}

bool kernel_has_space(const struct kernel *kernel, const char *list)
{
    return is_among(kernel, list, has_space_of);
}

static bool has_schedule_of(const struct kernel *kernel, const char *text, size_t n)
{
    return is_name(schedules[kernel->schedule], text, n);
}

bool kernel_has_schedule(const struct kernel *kernel, const char *list)
{
    return is_among(kernel, list, has_schedule_of);
}

/* Fills KERNELS with those that PLAN wants of the name that number *I begins with, moves *I past
 * all of that name, and returns how many. */
static unsigned next_group(const struct plan *plan, const struct kernel_choice *choice, unsigned *i,
                           const struct kernel *kernels[MOST_VARIANTS])
{
    const char *name = choice->at(*i)->name;
    unsigned n = 0;

    for (; choice->at(*i) && probe_same_text(choice->at(*i)->name, name); ++*i)
        if (n < MOST_VARIANTS && choice->wanted(plan, choice->at(*i)))
            kernels[n++] = choice->at(*i);
    return n;
}

static unsigned count_kernels(const struct plan *plan, const struct kernel_choice *choice)
{
    unsigned n = 0;

    for (unsigned i = 0; choice->at(i); i++)
        n += choice->wanted(plan, choice->at(i));
    return n;
}

/* S and E of KERNEL, with the reference after it: three of each size in warm caches, five of an
 * other series with its empty call. */
static unsigned points_of(const struct plan *plan, const struct kernel *kernel)
{
    unsigned levels = plan->n_caches > 0 ? plan->n_caches : USUAL_CACHES;

    return 3 * levels + 10 + (kernel->range && hal_thread_contexts() > 1 ? 5 : 0);
}

unsigned kernel_choice_points(const struct plan *plan, const struct kernel_choice *choice)
{
    unsigned n = 0;

    for (unsigned i = 0; choice->at(i); i++)
        if (choice->wanted(plan, choice->at(i)))
            n += choice->names(plan) ? choice->sweep_points : points_of(plan, choice->at(i));
    return n;
}

/* Ms that N kernels of a database take where nothing limits it, as a ms has TICKS_A_MS; SIZE_MAX:
 * caches are not known, or the clock is too coarse. */
static size_t natural_ms(const struct plan *plan, unsigned n, uint32_t ticks_a_ms)
{
    uint64_t ticks = 1;
    uint32_t ops =
        (uint32_t)measure_enough_ops(plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, &ticks);
    uint32_t adds_a_us = ops * (ticks_a_ms / (uint32_t)ticks) / 1000;

    if (plan->n_caches == 0 || adds_a_us == 0)
        return SIZE_MAX;
    return plan->cache_bytes[plan->n_caches - 1] / 1024 * n * (ARRAYS * ADDS_A_BYTE) / adds_a_us;
}

void kernel_choice_forecast(const struct plan *plan, const struct kernel_choice *choice,
                            struct probe_forecast *forecast)
{
    uint32_t ticks_a_ms = (uint32_t)(hal_timer_hz() / 1000);
    uint32_t tenths = plan->budget_seconds > 0 ? 10 * (uint32_t)plan->budget_seconds
                                               : choice->all_tenths[plan->effort];

    if (choice->names(plan) || ticks_a_ms == 0)
        return;
    size_t ms = natural_ms(plan, count_kernels(plan, choice), ticks_a_ms);
    forecast->ms = USED_MS_A_TENTH * tenths;
    if (ms < forecast->ms)
        forecast->ms = (uint32_t)ms;
    forecast->bytes = kernel_choice_points(plan, choice) * POINT_BYTES;
}

/* Tenths of a second for N_KERNELS of one name. */
static uint64_t tenths_of_name(const struct plan *plan, const struct kernel_choice *choice,
                               unsigned n_kernels)
{
    uint64_t all = (uint64_t)choice->each_tenths[plan->effort] * n_kernels;
    uint64_t most = choice->name_tenths[plan->effort];

    return most > 0 && most < all ? most : all;
}

/* Time for N_KERNELS of one name that is named; without names, for all groups together. */
static uint64_t budget_ticks(const struct plan *plan, const struct kernel_choice *choice,
                             unsigned n_kernels)
{
    if (choice->names(plan))
        return measure_budget_ticks(plan, tenths_of_name(plan, choice, n_kernels));
    return measure_budget_ticks(plan, choice->all_tenths[plan->effort]);
}

/* Time for the next N kernels, as LEFT are to come and ALL ticks began at BEGIN. */
static uint64_t next_budget_ticks(const struct plan *plan, const struct kernel_choice *choice,
                                  unsigned n, unsigned left, uint64_t begin)
{
    uint64_t all = budget_ticks(plan, choice, n);
    uint64_t gone = measure_between_ticks(begin, hal_timer_now_ticks());

    if (choice->names(plan) || all == 0)
        return all;
    return gone != MEASURE_NONE && gone < all ? (all - gone) / left * n + 1 : 1;
}

static uint64_t most_bytes(const struct plan *plan)
{
    size_t limit = hal_alloc_limit_bytes();

    return plan->max_bytes > 0 && plan->max_bytes < limit ? plan->max_bytes : limit;
}

static void send_note(struct probe_run *run, const struct kernel *k, const char *about)
{
    const char *const note[] = { run->name, " ", k->name, ".", k->variant, ": ", about, 0 };

    probe_note(run->out, note);
}

/* Says which orders are measured, and which sizes can not be. */
static void send_notes(struct probe_run *run, const struct kernel *k)
{
    const uint64_t *n = run->plan->kernel_n;

    if (k->clauses)
        send_note(run, k, k->clauses);
    for (unsigned i = 0; i < PLAN_CACHES && n[i] > 0; i++)
        if (!kernel_takes(k, n[i]))
            send_note(run, k,
                      k->powers ? "n= asks for another size than a power of two"
                                : "n= asks for a size that it does not take");
        else if (k->bytes(n[i]) > most_bytes(run->plan))
            send_note(run, k, "n= asks for more memory than there is");
}

/* Says that the command line left no series of kernels named as KERNEL. */
static void send_nothing(struct probe_run *run, const struct kernel *kernel)
{
    const char *const note[] = { run->name, " ", kernel->name, ": runs on one context alone", 0 };

    probe_note(run->out, note);
}

static void send_uncounted(struct probe_run *run)
{
    const char *const note[] = { run->name, ": lines are not counted: ", hal_traffic_lacking(), 0 };

    probe_note(run->out, note);
}

/* Says how caches are emptied where the port's flush does nothing. */
static void send_walked(struct probe_run *run)
{
    const char *const note[] = {
        run->name,
        ": lines cannot be flushed here: caches are emptied by walks, which empty TLBs, too", 0
    };

    probe_note(run->out, note);
}

static unsigned states_of(const struct plan *plan, bool database)
{
    if (plan->kernel_states > 0)
        return plan->kernel_states;
    return database ? 1u << KERNEL_WARM | 1u << KERNEL_COLD : 1u << KERNEL_WARM;
}

static bool is_database(const struct plan *plan, const struct kernel_choice *choice)
{
    return choice->database && choice->names(plan) == 0;
}

static bool wants_cold(const struct plan *plan, const struct kernel_choice *choice)
{
    return (states_of(plan, is_database(plan, choice)) & ~(1u << KERNEL_WARM)) != 0;
}

static enum record_end run_group(struct probe_run *run, const struct kernel_choice *choice,
                                 const struct kernel *const *kernels, unsigned n, uint64_t budget)
{
    bool named = choice->names(run->plan) != 0, database = is_database(run->plan, choice);
    struct kernel_group group = {
        .kernels = kernels,
        .n = n,
        .states = states_of(run->plan, database),
        .sweep = named,
        .database = database,
        .model = choice->model,
        .most_bytes = most_bytes(run->plan),
        .budget_ticks = budget,
    };

    for (unsigned i = 0; i < n; i++)
        send_notes(run, kernels[i]);
    if (run->plan->kernel_laps > 0)
        return kernel_watch_all(run, &group);
    return kernel_group_run(run, &group);
}

/* Of kernels that are named. */
static void settle(const struct plan *plan, const struct kernel_choice *choice,
                   const uint16_t tenths[3])
{
    if (choice->names(plan))
        kernel_kept_settle(hal_timer_hz() / 10 * tenths[plan->effort]);
}

enum record_end kernel_choice_run(struct probe_run *run, const struct kernel_choice *choice)
{
    const struct kernel *kernels[MOST_VARIANTS];
    unsigned left = count_kernels(run->plan, choice), i = 0;
    uint64_t begin = hal_timer_now_ticks();
    enum record_end end = RECORD_END_NOTHING;

    if (left > 0)
        events_open(run);
    if (left > 0 && hal_traffic_lacking())
        send_uncounted(run);
    if (left > 0 && wants_cold(run->plan, choice) && !flush_by_line())
        send_walked(run);
    while (left > 0 && choice->at(i) && run->out->err == 0) {
        unsigned n = next_group(run->plan, choice, &i, kernels);

        if (n == 0)
            continue;
        enum record_end ended = run_group(run, choice, kernels, n,
                                          next_budget_ticks(run->plan, choice, n, left, begin));
        left -= n;
        if (ended == RECORD_END_NOTHING)
            send_nothing(run, kernels[0]);
        else
            end = ended;
        if (ended != RECORD_END_NOTHING && ended != RECORD_END_OK)
            break;
        settle(run->plan, choice, choice->settle_each_tenths);
    }
    events_close();
    if (end != RECORD_END_NOTHING && end != RECORD_END_OK)
        return end;
    settle(run->plan, choice, choice->settle_tenths);
    return end;
}
