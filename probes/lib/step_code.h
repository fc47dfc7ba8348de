/* How single steps that choose by a condition are compiled. */
#ifndef STEP_CODE_H
#define STEP_CODE_H

/* In Thumb state a choice takes an instruction of its own (IT), which would be timed as part of the
 * step: where the processor has ARM state, too, such loops are ARM code. */
#if defined(__thumb__) && defined(__ARM_ARCH_ISA_ARM)
#define STEP_CODE __attribute__((target("arm")))
#else
#define STEP_CODE
#endif

#endif
