/* What comes in place of sentences: noise is told from text, and prompts are known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "capture/overheard.h"
#include <string.h>

/* A board that sent something and then nothing for SILENT_S. */
struct board {
    struct overheard heard;
    struct tail tail;
    uint64_t n_bytes, n_damaged;
    const char *settings;
    double silent_s;
};

static void send(struct board *b, const char *bytes, size_t n)
{
    overheard_feed(&b->heard, bytes, n);
    tail_feed(&b->tail, bytes, n);
    b->n_bytes += n;
}

static void says(const struct board *b, enum overheard_state state, const char *text,
                 const char *brief)
{
    const struct overheard_view view = {
        .heard = &b->heard,
        .tail = &b->tail,
        .settings = b->settings,
        .n_bytes = b->n_bytes,
        .n_damaged = b->n_damaged,
        .silent_s = b->silent_s,
    };
    char said[OVERHEARD_BYTES];

    assert_int_equal(overheard_state(&view), state);
    overheard_say(&view, false, said);
    assert_string_equal(said, text);
    overheard_say(&view, true, said);
    assert_string_equal(said, brief);
    assert_true(strlen(said) <= 37);
}

static void silence_is_a_line_s(void **state)
{
    struct board b = { .settings = "115200 8N1", .silent_s = 4.9 };

    (void)state;
    says(&b, OVERHEARD_WAITING, "", "");
    b.silent_s = 12;
    says(&b, OVERHEARD_SILENT,
         "nothing has come in 12 s at 115200 8N1: power? TX and RX crossed? another baud rate?",
         "nothing in 12 s: power? --baud?");
    b.settings = NULL; /* a program may compute in silence */
    says(&b, OVERHEARD_WAITING, "", "");
}

static void noise_has_a_share(void **state)
{
    struct board b = { .settings = "9600 8E1" };

    (void)state;
    for (unsigned i = 0; i < 300; i++)
        send(&b, i % 4 == 0 ? "\x80" : "U", 1);
    says(&b, OVERHEARD_NOISE, "300 B came, 25 % is no text: another --baud?",
         "25 % is no text: another --baud?");
    b.settings = NULL;
    says(&b, OVERHEARD_NOISE, "300 B came, 25 % is no text", "300 B came, 25 % is no text");
}

/* Zero bytes are what a line sends that runs at an eighth of the speed. */
static void zeros_are_noise(void **state)
{
    struct board b = { .settings = "115200 8N1" };
    static const char zeros[2000];

    (void)state;
    send(&b, zeros, sizeof zeros);
    says(&b, OVERHEARD_NOISE, "2.0 KiB came, 100 % is no text: another --baud?",
         "100 % is no text: another --baud?");
    for (unsigned i = 0; i < 100; i++) /* the speed was set right */
        send(&b, "U-Boot 2024.01 speaks\r\n", 23);
    says(&b, OVERHEARD_TEXT, "last line: \"U-Boot 2024.01 speaks\"",
         "last line: \"U-Boot 2024.01 speaks\"");
}

static void text_of_any_language_is_text(void **state)
{
    struct board b = { .settings = "115200 8N1" };

    (void)state;
    for (unsigned i = 0; i < 40; i++)
        send(&b, "Gr\u00fc\u00dfe \u00b5s \u2713 \u9762\r\n", 20);
    const struct overheard_view view = { .heard = &b.heard, .tail = &b.tail, .n_bytes = 1 };
    assert_int_equal(overheard_state(&view), OVERHEARD_TEXT);
}

static void damaged_sentences(void **state)
{
    struct board b = { .settings = "115200 8N1", .n_damaged = 7 };

    (void)state;
    send(&b, "$PT,1,S,4096*0000\r\n", 19);
    says(&b, OVERHEARD_DAMAGED,
         "7 sentences, none whole: noise on the line, or bytes are lost (--flow)?",
         "7 sentences, none whole");
}

/* Fails unless the last LINE means MEANING, "" for nothing. */
static void means(const char *line, const char *meaning)
{
    struct board b = { .settings = "115200 8N1" };
    char said[OVERHEARD_BYTES];
    const struct overheard_view view = { .heard = &b.heard, .tail = &b.tail, .n_bytes = 1 };

    send(&b, "something before\r\n", 18);
    send(&b, line, strlen(line));
    overheard_say(&view, false, said);
    if (*meaning == '\0')
        assert_null(strchr(said, '('));
    else if (strstr(said, meaning) == NULL)
        fail_msg("`%s` expected in `%s`", meaning, said);
    assert_int_equal(overheard_means(&view), *meaning != '\0');
}

static void prompts_are_known(void **state)
{
    (void)state;
    means("=> ", "(U-Boot's prompt: nobody started the image)");
    means("U-Boot> ", "(U-Boot's prompt");
    means("MX6 U-Boot > ", "(U-Boot's prompt");
    means("Hit any key to stop autoboot:  3 ", "(U-Boot counts down)");
    means("grub> ", "(GRUB's prompt");
    means("raspberrypi login: ", "(a system's login");
    means("root@pi:~# ", "(a shell's prompt");
    means("/ $ ", "(a shell's prompt");
    means("Starting kernel ...\r\n", "(U-Boot started a kernel");
    means("[   12.345678] random: crng init done\r\n", "(a kernel's console");
    means("[0.5] dot", "");
    means("Welcome to the board", "");
    means("[ OK ] Started something", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_is_a_line_s), cmocka_unit_test(noise_has_a_share),
        cmocka_unit_test(zeros_are_noise),     cmocka_unit_test(text_of_any_language_is_text),
        cmocka_unit_test(damaged_sentences),   cmocka_unit_test(prompts_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
