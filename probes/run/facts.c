/* Sends RUN: what the build, the board and the command line say of a run. */
#include "facts.h"
#include "build_facts.h"
#include "build_sums.h"
#include "hal/identity.h"
#include "hal/os_reported.h"
#include "hal/thread.h"
#include "hal/timer.h"

enum { LONGEST_PROBE = 32 };

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

/* Fills KEY, of SIZE bytes, with PREFIX and as much of NAME, up to END or its end, as there is
 * room. */
static void join_key(char *key, size_t size, const char *prefix, const char *name, char end)
{
    size_t n = 0;

    while (*prefix)
        key[n++] = *prefix++;
    while (*name && *name != end && n + 1 < size)
        key[n++] = *name++;
    key[n] = '\0';
}

/* Sends what the system reports of the hardware: claims=SOURCE, and claim.ID=VALUE for each. */
static void run_os_reported(struct record_out *out)
{
    const char *source = hal_os_reported_source();
    struct hal_os_reported reported;
    char key[sizeof "claim." + sizeof reported.id];

    if (source)
        run_text(out, "claims", source);
    for (unsigned i = 0; source && hal_os_reported(i, &reported); i++) {
        join_key(key, sizeof key, "claim.", reported.id, '\0');
        run_number(out, key, reported.value);
    }
}

/* Which machine this is, as far as the port knows, and under which conditions it runs; of an
 * ANONYMOUS run the conditions alone. */
static void run_identity(struct record_out *out, bool anonymous)
{
    struct hal_identity identity;

    for (unsigned i = 0; hal_identity(i, &identity); i++)
        if (identity.condition || !anonymous)
            run_text(out, identity.key, identity.text);
}

/* What the run adds to, and how hard it tries. */
static void run_round(struct record_out *out, const struct plan *plan)
{
    if (plan->effort != EFFORT_NORMAL)
        run_text(out, "effort",
                 plan->slow                     ? "slow"
                 : plan->effort == EFFORT_QUICK ? "quick"
                                                : "thorough");
    if (plan->round > 0) {
        run_number(out, "round", plan->round);
        run_text(out, "of", plan->of);
    }
}

/* given.KEY=VALUE for each key of the command line: what the run was measured with. */
static void run_given(struct record_out *out, const struct options *options)
{
    char key[sizeof "given." + OPTION_KEY_BYTES];

    for (unsigned i = 0; i < options->n_given; i++) {
        const char *word = options->given[i];

        join_key(key, sizeof key, "given.", word, '=');
        while (*word++ != '=')
            ;
        run_text(out, key, word);
    }
}

/* What probes of this image say of themselves, whether they run or not. */
static void run_probe_facts(struct record_out *out)
{
    for (unsigned i = 0; i < probe_table_count; i++) {
        const struct probe *probe = probe_table[i].probe;
        const struct probe_word *word =
            probe->extra && probe->extra->facts ? probe->extra->facts() : 0;

        for (; word && word->key; word++)
            run_text(out, word->key, word->text);
    }
}

void facts_send(struct record_out *out, const struct options *options)
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
    run_number(out, "tick_min", options->plan.tick_min);
    run_text(out, "os", BUILD_OS);
    run_text(out, "cc", BUILD_CC);
    run_text(out, "cflags", BUILD_CFLAGS);
    run_text(out, "cflags_crc", BUILD_CFLAGS_CRC);
    run_text(out, "kernels_crc", BUILD_KERNELS_CRC);
    run_text(out, "build", BUILD_VERSION);
    run_identity(out, options->anonymous);
    run_round(out, &options->plan);
    run_os_reported(out);
    run_probe_facts(out);
    run_given(out, options);
    record_end(out);
}

void facts_pinning(struct record_out *out, const char *error)
{
    record_begin(out, "RUN");
    record_key_text(out, "pinning", error);
    record_end(out);
}

void facts_took(struct record_out *out, const char *probe, uint64_t ticks)
{
    enum { MS_A_SECOND = 1000 };
    char key[sizeof "took." + LONGEST_PROBE];
    uint64_t hz = hal_timer_hz();

    if (hz == 0)
        return;
    join_key(key, sizeof key, "took.", probe, '\0');
    record_begin(out, "RUN");
    record_key_number(out, key, ticks / hz * MS_A_SECOND + ticks % hz * MS_A_SECOND / hz);
    record_end(out);
}
