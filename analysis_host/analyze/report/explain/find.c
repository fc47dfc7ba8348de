/* Looks answers up by what a person types. */
#include "find.h"
#include "record/similar_names.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { ASKED_BYTES = 96, MOST_WORDS = 700 };

/* ---- words ---- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) != 0;
}

/* The next word of *TEXT in TO, SIMILAR_NAMES_BYTES; false at the end. Words are letters and
 * digits. */
static bool next_word(const char **text, char *to)
{
    size_t n = 0;

    while (**text != '\0' && !is_letter(**text))
        ++*text;
    for (; is_letter(**text) && n + 1 < SIMILAR_NAMES_BYTES; ++*text)
        to[n++] = (char)tolower((unsigned char)**text);
    to[n] = '\0';
    return n > 0;
}

/* True when WORD is what ASKED means: the same, its plural, or a longer form of it. */
static bool is_word(const char *word, const char *asked)
{
    enum { LEAST_STEM = 4 };
    size_t n = strlen(asked), word_bytes = strlen(word);

    if (strncmp(word, asked, n) == 0 && (word_bytes == n || n >= LEAST_STEM))
        return true;
    return n == word_bytes + 1 && asked[n - 1] == 's' && strncmp(word, asked, word_bytes) == 0;
}

static bool has_word(const char *text, const char *asked)
{
    char word[SIMILAR_NAMES_BYTES];

    while (next_word(&text, word))
        if (is_word(word, asked))
            return true;
    return false;
}

/* ---- steps of ids ---- */

/* True when the step of an id that begins at STEP is the N bytes at ASKED, or a brace. */
static bool is_step(const char *step, const char *asked, size_t n)
{
    return *step == '{' || (strcspn(step, ".") == n && strncmp(step, asked, n) == 0);
}

/* True when {place} begins at *STEP and *ASKED goes on with a place, which may be two steps:
 * "cache.3". */
static bool skip_place(const char **asked, const char *step)
{
    const char *p = *asked;

    if (strncmp(step, "{place}", strlen("{place}")) != 0 || strncmp(p, "cache.", 6) != 0)
        return false;
    *asked += 6;
    return true;
}

/* True when ID, with braces, begins with the steps of ASKED, of which at least one is no brace. */
static bool begins_with(const char *id, const char *asked)
{
    bool named = false;

    while (*id != '\0' && *asked != '\0') {
        (void)skip_place(&asked, id);
        size_t n = strcspn(asked, ".");
        if (!is_step(id, asked, n))
            return false;
        named |= *id != '{';
        id += strcspn(id, ".");
        id += *id == '.';
        asked += n;
        asked += *asked == '.';
    }
    return *asked == '\0' && named;
}

/* ---- rows ---- */

typedef bool row_fits(enum quantity quantity, const char *asked);

static bool is_called(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char word[ID_BYTES];

    quantity_word(word, sizeof word, quantity);
    return strcmp(asked, word) == 0 || strcmp(asked, row->id) == 0 || strcmp(asked, row->was) == 0;
}

static bool begins_so(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char word[ID_BYTES];

    quantity_word(word, sizeof word, quantity);
    return begins_with(row->id, asked) || begins_with(row->was, asked) || begins_with(word, asked);
}

static bool has_all(const char *text, const char *asked)
{
    char word[SIMILAR_NAMES_BYTES];
    bool all = true, any = false;

    while (all && next_word(&asked, word)) {
        all = has_word(text, word);
        any = true;
    }
    return all && any;
}

/* True when the words of ASKED stand in a row in TEXT. */
static bool has_phrase(const char *text, const char *asked)
{
    char word[SIMILAR_NAMES_BYTES], first[SIMILAR_NAMES_BYTES];

    if (!next_word(&asked, first))
        return false;
    while (next_word(&text, word)) {
        const char *rest = text, *wanted = asked;
        char next[SIMILAR_NAMES_BYTES];
        bool same = is_word(word, first);
        while (same && next_word(&wanted, next))
            same = next_word(&rest, word) && is_word(word, next);
        if (same)
            return true;
    }
    return false;
}

static bool is_phrase(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);

    return has_phrase(row->term, asked) || has_phrase(row->label, asked) ||
           has_phrase(row->id, asked);
}

static bool is_termed(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char text[600];

    snprintf(text, sizeof text, "%s %s %s %s", row->id, row->was, row->term, row->label);
    return has_all(text, asked);
}

static bool is_described(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char text[1200];

    snprintf(text, sizeof text, "%s %s %s %s %s", row->id, row->term, row->label, row->about,
             row->probe);
    return has_all(text, asked);
}

static void take_rows(struct explain_found *found, row_fits *fits, const char *asked)
{
    for (enum quantity q = 0; q < QUANTITIES; q++)
        if (fits(q, asked))
            found->quantity[found->n++] = q;
}

/* ---- what is near ---- */

/* Words of all ids and terms, each once. */
struct vocabulary {
    char word[MOST_WORDS][SIMILAR_NAMES_BYTES];
    size_t n;
};

static void take_word(struct vocabulary *v, const char *word)
{
    enum { SHORTEST = 3 };

    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->word[i], word) == 0)
            return;
    if (v->n < MOST_WORDS && strlen(word) >= SHORTEST)
        snprintf(v->word[v->n++], SIMILAR_NAMES_BYTES, "%s", word);
}

static void take_words(struct vocabulary *v, const char *text)
{
    char word[SIMILAR_NAMES_BYTES];

    while (next_word(&text, word))
        take_word(v, word);
}

static void ask_back(const char *asked, char *question)
{
    static struct vocabulary v; /* large */
    struct similar_names near = { .typed = asked };
    char id[ID_BYTES];

    v.n = 0;
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        quantity_word(id, sizeof id, q);
        take_word(&v, id);
    }
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        take_words(&v, quantity_row(q)->id);
        take_words(&v, quantity_row(q)->term);
    }
    for (size_t i = 0; i < v.n; i++)
        similar_names_add(&near, v.word[i], NULL);
    if (!similar_names_question(&near, "", question, EXPLAIN_QUESTION))
        *question = '\0';
}

/* ---- all ---- */

/* ASKED in lower case, without blanks at its ends; "l2" and "l2d" become "cache.2". */
static void tidy(char to[ASKED_BYTES], const char *asked)
{
    size_t n = 0;

    for (asked += strspn(asked, " "); *asked != '\0' && n + 1 < ASKED_BYTES; asked++)
        to[n++] = (char)tolower((unsigned char)*asked);
    while (n > 0 && (to[n - 1] == ' ' || to[n - 1] == '.'))
        n--;
    to[n] = '\0';
    if (to[0] == 'l' && isdigit((unsigned char)to[1]) &&
        (to[2] == '\0' || strcmp(to + 2, "d") == 0))
        snprintf(to, ASKED_BYTES, "cache.%c", to[1]);
}

/* The number of a level in ASKED, after "cache." or "tlb."; 0: none. */
static unsigned level_in(const char *asked)
{
    static const char *const before[] = { "cache.", "tlb." };

    for (size_t i = 0; i < 2; i++) {
        const char *at = strstr(asked, before[i]);
        if (at != NULL && isdigit((unsigned char)at[strlen(before[i])]))
            return (unsigned)(at[strlen(before[i])] - '0');
    }
    return 0;
}

void explain_find(struct explain_found *found, const char *asked, char *question)
{
    static row_fits *const ways[] = { is_called, begins_so, is_phrase, is_termed, is_described };
    char text[ASKED_BYTES];

    tidy(text, asked);
    *question = '\0';
    *found = (struct explain_found){ .id = id_read(asked), .level = level_in(text) };
    if (found->id.quantity == QUANTITY_UNKNOWN)
        found->id = id_read(text);
    if (found->id.quantity != QUANTITY_UNKNOWN) {
        found->quantity[found->n++] = found->id.quantity;
        found->old_id = strcmp(found->id.text, asked) != 0 && strcmp(found->id.text, text) != 0;
        return;
    }
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && found->n == 0 && *text != '\0'; i++)
        take_rows(found, ways[i], text);
    if (found->n == 0)
        ask_back(text, question);
}
