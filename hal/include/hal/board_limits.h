/* What a port's boards have room for: tables that probes and ports keep are as long as these say.
 * A port whose boards are small gives other numbers on the command line of its compiler (FLAGS of
 * pontoon_port(), hal/<port>/port.cmake). */
#ifndef HAL_BOARD_LIMITS_H
#define HAL_BOARD_LIMITS_H

#ifndef HAL_LIMIT_CONTEXTS
#define HAL_LIMIT_CONTEXTS 256 /* threads at once */
#endif
#ifndef HAL_LIMIT_SWEEP_POINTS
#define HAL_LIMIT_SWEEP_POINTS 224
#endif
#ifndef HAL_LIMIT_BRANCH_LOG2
#define HAL_LIMIT_BRANCH_LOG2 16 /* of the longest pattern of branches */
#endif
#ifndef HAL_LIMIT_SYSTEM
#define HAL_LIMIT_SYSTEM 1 /* 0: no operating system is below, and probes of one have no code */
#endif
#ifndef HAL_LIMIT_CHAINS
#define HAL_LIMIT_CHAINS 32 /* of loads that probe mlp follows side by side */
#endif
#ifndef HAL_LIMIT_OP_KERNELS
#define HAL_LIMIT_OP_KERNELS 1024 /* kernels of probe ops that probe icache knows of */
#endif
#ifndef HAL_LIMIT_HELD_BYTES
/* Sentences that wait until nothing is timed: 512 KiB, on 32 bits 256 KiB. */
#define HAL_LIMIT_HELD_BYTES (sizeof(void *) << 16)
#endif
#ifndef HAL_LIMIT_CANDIDATES
/* Pages among which those of one set of a cache are searched; fewer than 128 where all memory is
 * in one piece and a stride finds them. */
#define HAL_LIMIT_CANDIDATES 4096
#endif
#ifndef HAL_LIMIT_LINE_BYTES
#define HAL_LIMIT_LINE_BYTES 512 /* a line of options, its end among it */
#endif

#endif
