/* A short run whose every byte is known where an emulator counts instructions instead of time: the
 * words it was started with, what start-up says, and on each context loops that are timed one after
 * the other, so that the order of the output is no race. */
#include "record/record.h"
#include <hal/console.h>
#include <hal/report.h>
#include <hal/thread.h>
#include <hal/timer.h>

enum { TIMINGS = 4, ADDITIONS = 1000, TICKS_BITS = 64, COARSE_SHIFT = 4 };

static unsigned shift;

int main(int argc, char **argv);

struct visit {
    uint64_t ticks[TIMINGS];
};

static int put(void *ctx, const char *bytes, size_t n)
{
    (void)ctx;
    return hal_console_put(bytes, n);
}

static void additions(void)
{
    volatile uint32_t sum = 0;

    for (uint32_t i = 0; i < ADDITIONS; i++)
        sum += i;
}

static void measure(void *arg)
{
    struct visit *visit = arg;
    uint64_t mask = UINT64_MAX >> (TICKS_BITS - hal_timer_bits());

    for (unsigned i = 0; i < TIMINGS; i++) {
        uint64_t begin = hal_timer_now_ticks();
        additions();
        visit->ticks[i] = (hal_timer_now_ticks() - begin) & mask;
    }
}

static void note(struct record_out *out, const char *text)
{
    record_begin(out, "NOTE");
    record_text(out, text);
    record_end(out);
}

/* A rate that start-up measured depends on every instruction around it: coarse, it is in whole MHz.
 */
static uint64_t rate_hz(void)
{
    const uint64_t mhz = 1000000, hz = hal_timer_hz();

    return shift == 0 || hz < mhz ? hz : (hz + mhz / 2) / mhz * mhz;
}

static void begin(struct record_out *out)
{
    record_begin_run(out);
    record_key_number(out, "format", RECORD_FORMAT);
    record_key_number(out, "cores", hal_thread_contexts());
    record_key_text(out, "clock", hal_timer_name());
    record_key_number(out, "tick_hz", rate_hz());
    record_end(out);
}

/* One context after the other; the caller's own is 0. */
static void record_context(struct record_out *out, unsigned context)
{
    struct hal_thread thread;
    struct visit visit = { { 0 } };

    if (context == 0) {
        measure(&visit);
    } else {
        if (hal_thread_start(&thread, context, measure, &visit) != HAL_THREAD_OK)
            hal_console_exit(1);
        hal_thread_join(&thread);
    }
    record_begin(out, "S");
    record_number(out, context);
    record_number(out, ADDITIONS);
    for (unsigned i = 0; i < TIMINGS; i++)
        record_number(out, visit.ticks[i] >> shift);
    record_end(out);
}

static void end(struct record_out *out)
{
    uint32_t before = out->seq;

    record_begin(out, "END");
    record_number(out, before);
    record_text(out, "ok");
    record_end(out);
}

int main(int argc, char **argv)
{
    struct record_out out = { .put = put };

    if (hal_timer_start() != 0)
        hal_console_exit(1);
    /* The last word: a board's own come before it. */
    shift = argc > 1 && argv[argc - 1][0] == 'c' ? COARSE_SHIFT : 0;
    begin(&out);
    for (int i = 1; i < argc; i++)
        note(&out, argv[i]);
    for (unsigned i = 0; hal_report_note(i); i++)
        note(&out, hal_report_note(i));
    record_begin(&out, "PROBE");
    record_text(&out, "additions");
    record_end(&out);
    for (unsigned context = 0; context < hal_thread_contexts(); context++)
        record_context(&out, context);
    record_begin(&out, "DONE");
    record_text(&out, "additions");
    record_number(&out, hal_thread_contexts());
    record_text(&out, "ok");
    record_end(&out);
    end(&out);
    hal_console_exit(out.err == 0 ? 0 : 1);
}
