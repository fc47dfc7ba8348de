/* Entry of a static program, and system calls. Sources: Itanium Software Conventions and Runtime
 * Architecture Guide (SCRAG), and Linux, arch/ia64/kernel/entry.S and gate.S. */
	.explicit

	.text
	.align 32
	.global _start
	.proc _start
_start:
	.prologue
	.save rp, r0			/* nobody to return to: a backtrace ends here */
	alloc r32 = ar.pfs, 0, 1, 1, 0
	.body
	movl gp = __gp			/* SCRAG 8.2: the global pointer, own to each module */
	add out0 = 16, sp		/* SCRAG 8.3: 16 bytes of scratch below argc */
	movl r14 = 0x9804c0270033f ;;	/* Linux, FPSR_DEFAULT: traps off, round to nearest */
	mov ar.fpsr = r14
	br.call.sptk.many rp = ia64_start ;;
	break 0				/* never come to */
	.endp _start

/* long ia64_trap(long a0, long a1, long a2, long a3, long a4, long a5, long number)
 * Number in r15, arguments in the output registers (entry.S, break_fault); r10 is -1 on failure, and r8
 * the error's number or the result. Returns the result, or the negative error. */
	.align 32
	.global ia64_trap
	.proc ia64_trap
ia64_trap:
	.prologue
	.save ar.pfs, r39
	alloc r39 = ar.pfs, 7, 1, 6, 0
	.body
	mov out0 = in0
	mov out1 = in1
	mov out2 = in2
	mov out3 = in3
	mov out4 = in4
	mov out5 = in5
	mov r15 = in6 ;;
	break 0x100000 ;;		/* __IA64_BREAK_SYSCALL */
	cmp.eq p6, p0 = -1, r10
	mov ar.pfs = r39 ;;
(p6)	sub r8 = r0, r8
	br.ret.sptk.many rp ;;
	.endp ia64_trap
