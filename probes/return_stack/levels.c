/* Functions that each call the next, and the last of which returns. */
#include "return_stack/levels.h"

/* What comes after the call keeps it from becoming a jump. */
#define CALLS(n, below)                                                                            \
    static __attribute__((noinline)) void level##n(void)                                           \
    {                                                                                              \
        level##below();                                                                            \
        __asm__ volatile("");                                                                      \
    }

static __attribute__((noinline)) void level1(void)
{
    __asm__ volatile("");
}

CALLS(2, 1)
CALLS(3, 2)
CALLS(4, 3)
CALLS(5, 4)
CALLS(6, 5)
CALLS(7, 6)
CALLS(8, 7)
CALLS(9, 8)
CALLS(10, 9)
CALLS(11, 10)
CALLS(12, 11)
CALLS(13, 12)
CALLS(14, 13)
CALLS(15, 14)
CALLS(16, 15)
CALLS(17, 16)
CALLS(18, 17)
CALLS(19, 18)
CALLS(20, 19)
CALLS(21, 20)
CALLS(22, 21)
CALLS(23, 22)
CALLS(24, 23)
CALLS(25, 24)
CALLS(26, 25)
CALLS(27, 26)
CALLS(28, 27)
CALLS(29, 28)
CALLS(30, 29)
CALLS(31, 30)
CALLS(32, 31)
CALLS(33, 32)
CALLS(34, 33)
CALLS(35, 34)
CALLS(36, 35)
CALLS(37, 36)
CALLS(38, 37)
CALLS(39, 38)
CALLS(40, 39)
CALLS(41, 40)
CALLS(42, 41)
CALLS(43, 42)
CALLS(44, 43)
CALLS(45, 44)
CALLS(46, 45)
CALLS(47, 46)
CALLS(48, 47)
CALLS(49, 48)
CALLS(50, 49)
CALLS(51, 50)
CALLS(52, 51)
CALLS(53, 52)
CALLS(54, 53)
CALLS(55, 54)
CALLS(56, 55)
CALLS(57, 56)
CALLS(58, 57)
CALLS(59, 58)
CALLS(60, 59)
CALLS(61, 60)
CALLS(62, 61)
CALLS(63, 62)
CALLS(64, 63)

void (*const return_stack_call[RETURN_STACK_LEVELS])(void) = {
    level1,  level2,  level3,  level4,  level5,  level6,  level7,  level8,  level9,  level10,
    level11, level12, level13, level14, level15, level16, level17, level18, level19, level20,
    level21, level22, level23, level24, level25, level26, level27, level28, level29, level30,
    level31, level32, level33, level34, level35, level36, level37, level38, level39, level40,
    level41, level42, level43, level44, level45, level46, level47, level48, level49, level50,
    level51, level52, level53, level54, level55, level56, level57, level58, level59, level60,
    level61, level62, level63, level64
};
