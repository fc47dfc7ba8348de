/* The program `probes`: reads its words, then prints or measures what they ask for. */
#include "hal/console.h"
#include "help.h"
#include "options.h"
#include "run.h"

int main(int argc, char **argv)
{
    struct options options;
    const char *fault = options_read(&options, argc > 0 ? argc - 1 : 0, argv + 1);
    enum run_exit status = RUN_EXIT_OK;

    if (fault) {
        hal_console_complain(fault);
        status = RUN_EXIT_USAGE;
    } else if (options.help) {
        status = help_print() ? RUN_EXIT_OK : RUN_EXIT_OUTPUT_LOST;
    } else if (options.list) {
        status = help_list(&options) ? RUN_EXIT_OK : RUN_EXIT_OUTPUT_LOST;
    } else {
        status = run_probes(&options);
    }
    hal_console_exit((int)status);
}
