/* Every answer that is not determined says what it met, in numbers, and what would tell: an option
 * or a probe that there is, or why nothing on this machine would. Over every recording.
 *
 * test_remedies PROBES ANALYZE LOG... */
#include "analysis/analysis.h"
#include "log/log.h"
#include "log/read.h"
#include "report/format/remedy.h"
#include "result/remedy.h"
#include "result/result.h"
#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char none_here[] = "no remedy on this machine: ";

/* What the programs say of themselves: their options, keys and probes. */
static char said[1 << 18];

static void read_said(const char *program, const char *option)
{
    char command[4200];
    size_t used = strlen(said);

    snprintf(command, sizeof command, "'%s' %s", program, option);
    FILE *out = popen(command, "r");
    if (out == NULL) {
        perror(command);
        exit(2);
    }
    used += fread(said + used, 1, sizeof said - used - 1, out);
    said[used] = '\0';
    if (pclose(out) != 0) {
        fprintf(stderr, "%s failed\n", command);
        exit(2);
    }
}

/* True when WORD of N bytes stands in what the programs say, with no letter before or after it. */
static bool is_said(const char *word, size_t n)
{
    char text[64];

    if (n == 0 || n >= sizeof text)
        return false;
    memcpy(text, word, n);
    text[n] = '\0';
    for (const char *at = said; (at = strstr(at, text)) != NULL; at++) {
        bool begins = at == said || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        bool ends = text[n - 1] == '=' || (!isalnum((unsigned char)at[n]) && at[n] != '_');

        if (begins && ends)
            return true;
    }
    return false;
}

/* Looks at each word of REMEDY that is an option (--x) or a key (x=): how many there are, or -1
 * when there is none such. The probes after --only and --also must be there, too. */
static int options_named(const char *remedy)
{
    int n = 0;

    for (const char *at = remedy; *at != '\0';) {
        size_t word = strcspn(at, " ,`;()");
        const char *equals = memchr(at, '=', word);

        if (word > 2 && strncmp(at, "--", 2) == 0) {
            if (!is_said(at, equals ? (size_t)(equals - at) : word))
                return -1;
            n++;
        } else if (equals != NULL && islower((unsigned char)*at)) {
            if (!is_said(at, (size_t)(equals - at) + 1))
                return -1;
            n++;
        }
        at += word;
        at += strspn(at, " ,`;()");
    }
    return n;
}

static bool probes_named_exist(const char *remedy)
{
    const char *at = remedy;

    while ((at = strstr(at, "--only ")) != NULL || (at = strstr(remedy, "--also ")) != NULL) {
        at += strlen("--only ");
        for (;;) {
            size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");

            if (!is_said(at, n))
                return false;
            at += n;
            if (*at != ',')
                break;
            at++;
        }
        remedy = at;
    }
    return true;
}

static bool has_digit(const char *text)
{
    return strpbrk(text, "0123456789") != NULL;
}

/* What is wrong with R, which is not determined; NULL: nothing. */
static const char *fault_of(const struct result *r)
{
    struct result_words remedy = format_remedy(&r->remedy);

    if (*remedy.text == '\0')
        return "has no remedy";
    if (!has_digit(r->note))
        return "has no number";
    if (strncmp(remedy.text, none_here, strlen(none_here)) == 0)
        return remedy.text[strlen(none_here)] != '\0' ? NULL : "does not say why";
    if (options_named(remedy.text) < 0)
        return "names an option that no program has";
    if (options_named(remedy.text) == 0 && strstr(remedy.text, "analyze") == NULL)
        return "names no option";
    return probes_named_exist(remedy.text) ? NULL : "names a probe that there is not";
}

/* How many answers of FILE are not as they must be; adds to *NULLS those that are not determined.
 */
static unsigned check(const char *file, enum method method, unsigned *nulls)
{
    struct results results = { 0 };
    struct log log = { 0 };
    unsigned wrong = 0;
    int fd = open(file, O_RDONLY);

    if (fd < 0 || log_read(&log, fd, 0) != LOG_OK) {
        printf("%s: cannot be read\n", file);
        exit(2);
    }
    close(fd);
    infer_all(&log.run, method, &results);
    for (size_t i = 0; i < results.n; i++) {
        const struct result *r = &results.at[i];

        if (r->kind != RESULT_NULL)
            continue;
        (*nulls)++;
        const char *fault = fault_of(r);
        if (fault != NULL) {
            printf("%s: %s %s: %s\n", file, r->id, fault, format_note(r).text);
            wrong++;
        }
    }
    results_free(&results);
    log_free(&log);
    return wrong;
}

/* The test's own eyes: what it must refuse, it does. */
static bool sees(void)
{
    struct result r = { .kind = RESULT_NULL };
    static const struct {
        const char *found, *remedy;
        bool good;
    } cases[] = {
        { "3 points came", "probes --only cache_ways capacity=1M", true },
        { "3 points came", "no remedy on this machine: it has no scheduler", true },
        { "no points came", "probes --thorough", false },
        { "3 points came", "", false },
        { "3 points came", "try harder", false },
        { "3 points came", "probes --only cache_wais", false },
        { "3 points came", "probes --harder", false },
        { "3 points came", "probes capacitance=1M", false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result_unknown(&r, "points", cases[i].found, remedy_text("%s", cases[i].remedy));
        if ((fault_of(&r) == NULL) != cases[i].good) {
            printf("judged wrongly: %s; %s\n", cases[i].found, cases[i].remedy);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    unsigned wrong = 0, nulls = 0;

    if (argc < 4) {
        fputs("usage: test_remedies PROBES ANALYZE LOG...\n", stderr);
        return 2;
    }
    read_said(argv[1], "--help");
    read_said(argv[1], "--list");
    read_said(argv[2], "--help");
    if (!sees())
        return 1;
    for (int i = 3; i < argc; i++) {
        wrong += check(argv[i], METHOD_ROBUST, &nulls);
        wrong += check(argv[i], METHOD_PAPER, &nulls);
    }
    printf("%u answers not determined in %d logs, %u of them without number or remedy\n", nulls,
           argc - 3, wrong);
    return wrong == 0 && nulls > 0 ? 0 : 1;
}
