/* Runs the probes one after the other and sends the stream: RUN, NOTE, PLAN, their series, END. */
#include "run.h"
#include "again.h"
#include "facts.h"
#include "hal/board_limits.h"
#include "hal/console.h"
#include "hal/report.h"
#include "hal/thread.h"
#include "hal/timer.h"
#include "held.h"
#include "lib/measure.h"
#include "probe.h"
#include "record/probe_names.h"

/* Where time= allows a probe more than LONG_PROBE_SECONDS, a part leaves after SILENCE_SECONDS: a
 * longer silence looks like a board that hangs. */
enum { LONG_PROBE_SECONDS = 60, SILENCE_SECONDS = 10 };

static void send_note(struct record_out *out, const char *text)
{
    const char *const parts[] = { text, 0 };

    probe_note(out, parts);
}

/* Fills INDEX with the numbers of the probes that OPTIONS want, in the order of the run; how many.
 */
static unsigned wanted_probes(const struct options *options, unsigned index[ORDER_MOST])
{
    unsigned all[ORDER_MOST], n = order_all(all), kept = 0;

    for (unsigned i = 0; i < n; i++)
        if (options_wanted(options, &probe_table[all[i]]))
            index[kept++] = all[i];
    return kept;
}

/* Runs one probe; what it could not do travels as DONE of a series of its own name. */
static void run_one(struct record_out *out, struct plan *plan, const struct probe_entry *entry)
{
    struct probe_run run = { .out = out, .name = entry->name, .plan = plan, .rng = plan->seed };
    const char *error;

    run.refusals = hal_thread_refusals(&error);
    again_add(entry->probe, &run);
    enum record_end end = entry->probe->run(&run);

    if (end == RECORD_END_OK && run.n_series == 0)
        end = RECORD_END_NOTHING;
    if (run.n_series == 0 || (end != RECORD_END_OK && end != RECORD_END_CLOCK_BACK)) {
        probe_series(&run, entry->name, 0);
        probe_done(&run, entry->name, end);
    }
}

static void send_plan(struct record_out *out, const struct plan *plan,
                      const struct probe_entry *entry)
{
    struct probe_forecast forecast = { .ms = 0 };

    record_begin(out, "PLAN");
    record_text(out, entry->name);
    record_number(out, entry->probe->points(plan));
    if (entry->probe->extra && entry->probe->extra->forecast)
        entry->probe->extra->forecast(plan, &forecast);
    if (forecast.ms > 0) {
        record_number(out, forecast.ms);
        record_number(out, forecast.bytes);
    }
    record_end(out);
}

/* Says, the first time of each, that the system does not keep threads where they are pinned. */
static void send_pinning(struct record_out *to)
{
    static bool said_refused, said_moved;
    const char *error = "";

    if (!HAL_LIMIT_SYSTEM)
        return;
    if (!said_refused && hal_thread_refusals(&error) > 0) {
        facts_pinning(to, error);
        said_refused = true;
    }
    if (!said_moved && hal_thread_moved()) {
        send_note(to, "the CPU of context 0 went away: what follows was timed on another");
        said_moved = true;
    }
}

/* Sends the plan of all probes, and that of each again when it begins: whoever reads the stream
 * hears nothing more of the probe before the first of its series is done. */
static void run_all(struct record_out *out, struct options *options)
{
    unsigned index[ORDER_MOST];
    unsigned n = wanted_probes(options, index);

    for (unsigned i = 0; i < n; i++)
        send_plan(out, &options->plan, &probe_table[index[i]]);
    uint64_t began_ticks = hal_timer_now_ticks();
    again_begin();
    for (unsigned i = 0; i < n && out->err == 0; i++) {
        send_plan(out, &options->plan, &probe_table[index[i]]);
        if (held_send(out->ctx) != 0)
            out->err = -1;
        run_one(out, &options->plan, &probe_table[index[i]]);
        uint64_t ended_ticks = hal_timer_now_ticks();
        facts_took(out, probe_table[index[i]].name,
                   measure_between_ticks(began_ticks, ended_ticks));
        send_pinning(out);
        probe_between();
        began_ticks = hal_timer_now_ticks();
    }
    again_send();
}

/* Where the run goes; a fault may come at any time and is reported here, too. */
static struct record_out out;

static void send_end(enum record_end end)
{
    uint32_t before = out.seq;

    record_begin(&out, "END");
    record_number(&out, before);
    record_text(&out, record_end_words(end));
    record_sum(&out);
    record_end(&out);
}

/* A sentence that was being made is dropped, and none was cut: they are sent whole. */
static void tell_fault(const char *text)
{
    send_note(&out, text);
    send_end(RECORD_END_FAULT);
    hal_console_exit(HAL_REPORT_FAULT_STATUS);
}

/* Returns the longest silence inside a series; 0: it may last. */
static uint64_t silence_ticks(const struct plan *plan)
{
    if (plan->budget_seconds <= LONG_PROBE_SECONDS)
        return 0;
    return hal_timer_hz() > 0 ? hal_timer_hz() * SILENCE_SECONDS : 1;
}

/* Former names on the command line are taken, with a note for each. */
static void note_renamed(const struct options *options)
{
    const char *now;

    for (unsigned i = 0; (now = options_renamed(options, i)) != 0; i++) {
        const char *const parts[] = { "probe ", probe_names_former(now), " is called ", now, " now",
                                      0 };

        probe_note(&out, parts);
    }
}

enum run_exit run_probes(struct options *options)
{
    if (hal_timer_start() == 0)
        return run_probes_by_clock(options);
    hal_console_complain("probes: no clock of this board advances");
    return RUN_EXIT_NO_CLOCK;
}

enum run_exit run_probes_by_clock(struct options *options)
{
    out = (struct record_out){ .put = held_put, .send = held_send };
    (void)hal_thread_pin(0);
    measure_clock(&options->plan);
    held_begin(&options->plan, silence_ticks(&options->plan));
    facts_send(&out, options);
    hal_report_faults_to(tell_fault);
    for (unsigned i = 0; hal_report_note(i); i++)
        send_note(&out, hal_report_note(i));
    note_renamed(options);
    run_all(&out, options);
    send_end(RECORD_END_OK);
    if (out.err != 0) {
        hal_console_complain("probes: output could not be written; the run is incomplete");
        return RUN_EXIT_OUTPUT_LOST;
    }
    return RUN_EXIT_OK;
}
