#include "build_facts.h"
#include "hal/alloc.h"
#include "hal/console.h"
#include "hal/os_reported.h"
#include "hal/report.h"
#include "hal/thread.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "options.h"
#include "probe.h"
#include <stdbool.h>

enum { EXIT_OK = 0, EXIT_NO_CLOCK = 1, EXIT_USAGE = 2, EXIT_OUTPUT_LOST = 3, MOST_PROBES = 64 };

static int put_console(void *ctx, const char *bytes, size_t n)
{
    (void)ctx;
    return hal_console_put(bytes, n);
}

static void print(const char *text)
{
    size_t n = 0;

    while (text[n])
        n++;
    (void)hal_console_put(text, n);
}

static const char help_text[] =
    "usage: probes [--list] [--only NAME,...] [--quick|--thorough] [key=value ...]\n"
    "\n"
    "Measures the machine it runs on and writes raw samples to standard output,\n"
    "as a record stream that `analyze` reads.\n"
    "\n"
    "  --list       name the probes, in the order in which they run\n"
    "  --only A,B   run these probes only\n"
    "  --quick      fewer points and passes\n"
    "  --thorough   more of them\n"
    "  max=SIZE     largest working set (64M, 1G)\n"
    "  line=BYTES   stride of the working-set sweep, in place of 256\n"
    "  page=SIZE    page size, in place of what the allocation was granted\n"
    "  seed=N       of every shuffled order, in place of 1\n"
    "  --help       this text\n"
    "\n"
    "Exit status: 0 complete, 1 no clock that advances, 2 wrong usage,\n"
    "3 output could not be written, 4 the processor faulted (bare boards).\n";

/* Ends a RUN sentence that KEY=TEXT might not fit in, and begins the next one. */
static void make_room(struct record_out *out, const char *key, const char *text)
{
    size_t worst = 3; /* comma, equals sign, end */

    for (; *key; key++)
        worst++;
    for (; *text; text++)
        worst += 3; /* %XX */
    if (worst > record_room(out)) {
        record_end(out);
        record_begin(out, "RUN");
    }
}

static void run_text(struct record_out *out, const char *key, const char *text)
{
    enum { LONGEST = 60 }; /* 3 * 60 fits in any sentence */
    char cut[LONGEST + 1];
    size_t n = 0;

    for (; text[n] && n < LONGEST; n++)
        cut[n] = text[n];
    cut[n] = '\0';
    make_room(out, key, cut);
    record_key_text(out, key, cut);
}

static void run_number(struct record_out *out, const char *key, uint64_t value)
{
    make_room(out, key, "1234567");
    record_key_number(out, key, value);
}

/* Sends what the system reports of the hardware: claims=SOURCE, and claim.ID=VALUE for each. */
static void run_os_reported(struct record_out *out)
{
    static const char prefix[] = "claim.";
    const char *source = hal_os_reported_source();
    struct hal_os_reported reported;

    if (source)
        run_text(out, "claims", source);
    for (unsigned i = 0; source && hal_os_reported(i, &reported); i++) {
        char key[sizeof prefix + sizeof reported.id];
        size_t n = 0;

        for (const char *p = prefix; *p; p++)
            key[n++] = *p;
        for (size_t k = 0; k < sizeof reported.id && reported.id[k]; k++)
            key[n++] = reported.id[k];
        key[n] = '\0';
        run_number(out, key, reported.value);
    }
}

static void send_run(struct record_out *out, const struct plan *plan)
{
    record_begin_run(out);
    run_number(out, "format", RECORD_FORMAT);
    run_text(out, "target", BUILD_TARGET);
    run_text(out, "hal", BUILD_HAL);
    run_text(out, "arch", BUILD_ARCH);
    run_number(out, "word", sizeof(void *) * 8);
    run_number(out, "cores", hal_thread_contexts());
    run_text(out, "clock", hal_timer_name());
    run_number(out, "tick_hz", hal_timer_hz());
    run_number(out, "tick_min", plan->tick_min);
    run_text(out, "os", BUILD_OS);
    run_text(out, "cc", BUILD_CC);
    run_text(out, "cflags", BUILD_CFLAGS);
    run_text(out, "build", BUILD_VERSION);
    run_os_reported(out);
    record_end(out);
}

/* TEXT as a NOTE, cut where the sentence is full. */
static void send_note(struct record_out *out, const char *text)
{
    enum { LONGEST = 200, COMMA = 1, ESCAPED = 3 };
    char cut[LONGEST + 1];
    size_t n = 0, used = COMMA;

    record_begin(out, "NOTE");
    for (; text[n] && n < LONGEST; n++) {
        used += text[n] >= '-' && text[n] <= '~' ? 1 : ESCAPED;
        if (used > record_room(out))
            break;
        cut[n] = text[n];
    }
    cut[n] = '\0';
    record_text(out, cut);
    record_end(out);
}

/* Indices of the wanted probes in ascending rank; their number. */
static unsigned wanted_probes(const char *only, unsigned *index)
{
    unsigned n = 0;

    for (unsigned i = 0; i < probe_table_count && n < MOST_PROBES; i++) {
        if (!options_wanted(only, probe_table[i].name))
            continue;
        unsigned at = n++;
        for (; at > 0 && probe_table[index[at - 1]].probe->rank > probe_table[i].probe->rank; at--)
            index[at] = index[at - 1];
        index[at] = i;
    }
    return n;
}

static void list(const char *only)
{
    unsigned index[MOST_PROBES];
    unsigned n = wanted_probes(only, index);

    for (unsigned i = 0; i < n; i++) {
        print(probe_table[index[i]].name);
        print(": ");
        print(probe_table[index[i]].probe->about);
        print("\n");
    }
}

/* Runs one probe; what it could not do travels as DONE of a series of its own name. */
static void run_one(struct record_out *out, struct plan *plan, const struct probe_entry *entry)
{
    struct probe_run run = { .out = out, .name = entry->name, .plan = plan, .rng = plan->seed };
    enum record_end end = entry->probe->run(&run);

    if (end == RECORD_END_OK && run.n_series == 0)
        end = RECORD_END_NOTHING;
    if (run.n_series == 0 || (end != RECORD_END_OK && end != RECORD_END_CLOCK_BACK)) {
        probe_series(&run, entry->name, 0);
        probe_done(&run, entry->name, end);
    }
}

static void run_all(struct record_out *out, struct options *options)
{
    unsigned index[MOST_PROBES];
    unsigned n = wanted_probes(options->only, index);

    for (unsigned i = 0; i < n; i++) {
        record_begin(out, "PLAN");
        record_text(out, probe_table[index[i]].name);
        record_number(out, probe_table[index[i]].probe->points(&options->plan));
        record_end(out);
    }
    for (unsigned i = 0; i < n && out->err == 0; i++)
        run_one(out, &options->plan, &probe_table[index[i]]);
}

/* Where the run goes; a fault may come at any time and is told here, too. */
static struct record_out out;

static void send_end(enum record_end end)
{
    uint32_t before = out.seq;

    record_begin(&out, "END");
    record_number(&out, before);
    record_text(&out, record_end_words(end));
    record_end(&out);
}

/* A sentence that was being made is dropped, and none was cut: they are sent whole. */
static void tell_fault(const char *text)
{
    send_note(&out, text);
    send_end(RECORD_END_FAULT);
    hal_console_exit(HAL_REPORT_FAULT_STATUS);
}

static int start(struct options *options)
{
    out = (struct record_out){ .put = put_console };
    if (hal_timer_start() != 0) {
        hal_console_complain("probes: no clock of this board advances");
        return EXIT_NO_CLOCK;
    }
    (void)hal_thread_pin(0);
    measure_clock(&options->plan);
    send_run(&out, &options->plan);
    hal_report_faults_to(tell_fault);
    for (unsigned i = 0; hal_report_note(i); i++)
        send_note(&out, hal_report_note(i));
    run_all(&out, options);
    send_end(RECORD_END_OK);
    if (out.err != 0) {
        hal_console_complain("probes: output could not be written; the run is incomplete");
        return EXIT_OUTPUT_LOST;
    }
    return EXIT_OK;
}

int main(int argc, char **argv)
{
    struct options options;
    const char *fault = options_read(&options, argc > 0 ? argc - 1 : 0, argv + 1);
    int status = EXIT_OK;

    if (fault) {
        hal_console_complain(fault);
        status = EXIT_USAGE;
    } else if (options.help) {
        print(help_text);
    } else if (options.list) {
        list(options.only);
    } else {
        status = start(&options);
    }
    hal_console_exit(status);
}
