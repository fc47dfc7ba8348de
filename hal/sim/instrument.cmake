# Compiler flags that make gcc call the model (hal/sim/runtime_tsan.c, hal/sim/runtime_compute.c).

# Before each load and store. The sanitizers of a build with PONTOON_SANITIZE and these calls exclude
# each other in one file, hence the first flag; the program is never linked with libtsan.
set(SIM_ACCESS_FLAGS -fno-sanitize=all -fsanitize=thread --param=tsan-instrument-func-entry-exit=0
    --param=tsan-distinguish-volatile=1 -Wno-tsan)

# At the start of each basic block.
set(SIM_COMPUTE_FLAGS -fsanitize-coverage=trace-pc)

# At the beginning and at the end of each function.
set(SIM_CALL_FLAGS -finstrument-functions)

# At each comparison, which a loop's own branch needs.
set(SIM_LOOP_FLAGS -fsanitize-coverage=trace-cmp)
