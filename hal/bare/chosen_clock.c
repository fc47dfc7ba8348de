/* Chooses a clock at start-up, and notes it. */
#include "chosen_clock.h"
#include "bare.h"
#include "model_clock.h"

static uint64_t read_told(const struct clock *clock)
{
    (void)clock;
    return bare_model_ticks();
}

static const struct clock_driver clock_told = { 64, NULL, read_told };
static struct clock told = { &clock_told, "told", 0, 0 };

static void note_clock(const struct clock_choice *choice)
{
    static struct bare_text t;

    bare_text_add(&t, "clock: ");
    bare_text_add(&t, choice->clock->name);
    bare_text_add(&t, choice->first ? "" : ", as the cycle counter does not advance");
    if (choice->hz == 0)
        bare_text_add(&t, ", of unknown rate");
    bare_note(t.text);
}

int bare_clock_choose(struct clock_choice *choice, const struct clock *const *clocks)
{
    if (bare_model_clock.hz != 0) {
        told.hz = bare_model_clock.hz;
        *choice = (struct clock_choice){ &told, told.hz, true };
    } else if (clock_choose(choice, clocks) != 0) {
        return -1;
    }
    note_clock(choice);
    return 0;
}
