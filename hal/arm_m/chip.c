/* Looks whether this is the chip that the image is made for. */
#include "chip.h"
#include "bare.h"
#include "memory_word.h"
#include "semihost.h"
#include <hal/console.h>

static void tell(const struct m_chip *chip, uint32_t word)
{
    struct bare_text t = { .n = 0 };

    bare_text_add(&t, "pontoon: this image is for ");
    bare_text_add(&t, chip->name);
    bare_text_add(&t, ", whose word at ");
    bare_text_hex(&t, chip->at);
    bare_text_add(&t, " is ");
    bare_text_hex(&t, chip->value);
    bare_text_add(&t, "; here it is ");
    bare_text_hex(&t, word & chip->mask);
    hal_console_complain(t.text);
}

void m_chip_must_be(const struct m_chip *chip)
{
    uint32_t word = word_in(chip->at);
    char asked[8]; /* any line: an answer shows that somebody listens */

    if ((word & chip->mask) == chip->value)
        return;
    bare_console_start();
    tell(chip, word);
    (void)semihost_command_line(asked, sizeof asked);
    hal_console_exit(M_CHIP_OTHER);
}
