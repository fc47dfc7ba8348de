/* Writes pages of docs/reference: `reference ids`, `reference schema TEMPLATE`. The build's target
 * `reference` calls it. */
#include "reference.h"
#include <string.h>

int main(int argc, char **argv)
{
    int failed = -1;

    if (argc == 2 && strcmp(argv[1], "ids") == 0)
        failed = reference_ids(stdout);
    else if (argc == 3 && strcmp(argv[1], "schema") == 0)
        failed = reference_schema(stdout, argv[2], stderr);
    else
        fputs("Usage: reference ids | reference schema TEMPLATE\n", stderr);
    return failed != 0 || fclose(stdout) != 0;
}
