/* Lines that the model moved. */
#include "board.h"
#include "threads.h"
#include <hal/traffic.h>

unsigned hal_traffic_levels(void)
{
    return sim_board()->machine.n_caches;
}

const char *hal_traffic_name(void)
{
    return hal_traffic_levels() > 0 ? "model" : NULL;
}

int hal_traffic_read(unsigned level, struct hal_traffic *traffic)
{
    const struct sim_machine *machine = &sim_board()->machine;

    if (level >= machine->n_caches)
        return -1;
    *traffic = (struct hal_traffic){ .line_bytes = (uint32_t)machine->cache[level].line_bytes,
                                     .walks_counted = machine->n_tlbs > 0 };
    for (unsigned i = 0; sim_threads_model(i); i++) {
        traffic->in_lines += sim_model_in_lines(sim_threads_model(i), level);
        traffic->out_lines += sim_model_out_lines(sim_threads_model(i), level);
        if (traffic->walks_counted)
            traffic->walks += sim_model_walks(sim_threads_model(i));
    }
    return 0;
}

const char *hal_traffic_lacking(void)
{
    return hal_traffic_levels() > 0 ? NULL : "the machine has no cache";
}

unsigned hal_traffic_passes(void)
{
    return 1;
}

void hal_traffic_begin(unsigned pass)
{
    (void)pass;
}
