/* Fuzzes the readers of board files, and the plan that board_runner makes of them. The input is a
 * board.txt, and after a line of dashes a user's own file. */
#define _GNU_SOURCE
#include "cli/plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char divider[] = "\n----\n";
static FILE *nowhere;

/* Messages are many. What the sanitizers say goes past this. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL)
        return -1;
    stderr = nowhere;
    mkdir("targets", 0777);
    mkdir("targets/board", 0777);
    return 0;
}

static void put(const char *path, const uint8_t *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");

    if (out == NULL || fwrite(bytes, 1, n, out) != n || fclose(out) != 0)
        abort();
}

static void plan_board(const char *own)
{
    char *options[] = { "--quick", NULL }, *words[] = { "board" };
    const struct request q = { .verb = "check",
                               .words = words,
                               .n_words = 1,
                               .places = { "targets", own },
                               .images = { NULL, ".", ".", "board" },
                               .silence_ms = -1,
                               .options = options };
    struct plan plan;

    if (plan_make(&plan, &q, "board") == 0) {
        plan_print(nowhere, &plan);
        plan_missing(nowhere, "", &plan);
    }
    plan_free(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const uint8_t *end = memmem(bytes, n, divider, sizeof divider - 1);
    size_t first = end == NULL ? n : (size_t)(end - bytes);

    put("targets/board/board.txt", bytes, first);
    if (end != NULL)
        put("own", end + sizeof divider - 1, n - first - (sizeof divider - 1));
    plan_board(end == NULL ? NULL : "own");
    return 0;
}
