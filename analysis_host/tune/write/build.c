/* Writes tuned.cmake. */
#include "parts.h"
#include "text.h"
#include <string.h>

/* Returns whether NAME is a source of the library: those of programs have names of their own. */
static int is_source(const char *name)
{
    static const char *const others[] = { "check.c", "tuned_blas.c", "race.c", "race_loops.c" };
    const size_t n = strlen(name);

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i]) == 0)
            return 0;
    return n > 2 && strcmp(name + n - 2, ".c") == 0;
}

/* Appends to TEXT, which has room for all names. */
static void sources(char *text, const struct tune_plan *plan)
{
    char name[TUNE_NAME];

    *text = '\0';
    for (size_t i = 0; i < tune_file_count(plan); i++) {
        const char *file = tune_file_name(plan, i, name);

        if (is_source(file))
            text += sprintf(text, "    %s\n", file);
    }
}

void part_build(FILE *out, const struct tune_plan *plan)
{
    static const char blas[] =
        "if(TUNED_BLAS)\n"
        "    add_library(tuned_blas SHARED ${CMAKE_CURRENT_LIST_DIR}/tuned_blas.c "
        "${tuned_sources})\n"
        "    target_compile_options(tuned_blas PRIVATE ${tuned_options} -fPIC)\n"
        "endif()";
    char files[2 * TUNE_CHOICES * (TUNE_NAME + 8)];
    const struct tune_word words[] = { { "FLAGS", plan->flags ? plan->flags : "-march=native" },
                                       { "SOURCES", files },
                                       { "BLAS", blas } };

    sources(files, plan);
    text_write(out, "tuned.cmake", words, sizeof words / sizeof words[0]);
}
