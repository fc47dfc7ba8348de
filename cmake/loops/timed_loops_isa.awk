# Instruction sets as objdump prints them, as far as timed_loops.awk needs them. isa_choose(ARCH) takes the
# word that targets call their architecture; isa_read(TEXT) reads one instruction into the isa_* variables:
#   isa_op      add, xor, load, mul, div of registers alone (32 bits wide, addresses for load); add64 ...
#               where wider; fp and fpmul, an addition and a multiplication of floats; cross from one
#               register file to the other; mov from register to register; "" for all else
#   isa_to      the register that is written, where there is one
#   isa_from    the registers that isa_op reads, by number, isa_n of them
#   isa_target  where a direct jump leads, its last eight digits; "" where this is none
#   isa_jump    1: ends a straight stretch; isa_call, isa_stack, isa_load: 1 where it does that
#   isa_reads, isa_writes   1: loads or stores, words or floats

# A table of "instruction=operation" words.
function isa_table(text,    words, pair, n, i) {
    n = split(text, words, " ")
    for (i = 1; i <= n; i++) {
        split(words[i], pair, "=")
        isa_name[pair[1]] = pair[2]
        isa_has[pair[2]] = 1
    }
}

function isa_choose(arch) {
    isa_has["load"] = isa_has["loads"] = isa_has["stores"] = isa_has["sum"] = 1
    isa_noise = "<.*|[ \t]*#.*" # symbols and comments
    isa_load_form = "^$"
    if (arch ~ /^(x86_64|i[3-6]86)$/) {
        isa = "x86"
        isa_call_form = "^l?call"
        isa_jump_form = "^(j[a-z]+|loop[a-z]*) +[0-9a-f]+$"
        isa_switch_form = "^(jmp +\\*|ret)"
        isa_stack_form = "\\(%[er]sp|^(push|pop)"
        isa_frame_begin = "^mov +%[er]sp,%[er]bp"
        isa_frame_form = "\\(%[er]bp"
        isa_load_form = "^mov +(0x0)?\\(%[a-z0-9]+\\),%[a-z0-9]+$"
        isa_any_load = "^mov +[^,$%][^,]*\\(.*\\),%"
        isa_reads_form = "^v?mov(l|ss|d)? +(-?0x[0-9a-f]+)?(\\([^)]*\\))?,%"
        isa_writes_form = "^v?mov(l|ss|d)? +[%$][^,(]*,(-?0x[0-9a-f]+)?(\\(|$)"
        isa_table("add=add addl=add xor=xor xorl=xor imul=mul mov=mov addss=fp vaddss=fp mulss=fpmul " \
                  "vmulss=fpmul movd=cross vmovd=cross")
    } else if (arch ~ /^arm/) {
        isa = "arm"
        isa_noise = "<.*|[ \t]*@.*"
        isa_call_form = "^bl(x|eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)? "
        isa_jump_form = "^(b(eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?(\\.[nw])?|cbn?z) .*[0-9a-f]+$"
        isa_switch_form = "^(tb[bh]|bx|(ldr|add|mov)[a-z]*(\\.w)? +pc|(pop|ldm).*pc)"
        isa_stack_form = "\\[sp|sp!|^(push|pop)"
        isa_frame_begin = "^(add|mov)[a-z.]* +(r7|fp), sp"
        isa_frame_form = "\\[(r7|fp)[],]"
        isa_load_form = "^ldr(\\.w)? +[a-z0-9]+, \\[[a-z0-9]+(, #0)?\\]$"
        isa_any_load = "^ldr(\\.w)? +[a-z0-9]+, \\[[^p]"
        isa_reads_form = "^v?ldr[a-z.]* +[a-z0-9]+, \\[[^p]"
        isa_writes_form = "^v?str"
        isa_table("add=add adds=add add.w=add adds.w=add eor=xor eors=xor eor.w=xor eors.w=xor mul=mul " \
                  "mul.w=mul muls=mul sdiv=div udiv=div mov=mov mov.w=mov vadd.f32=fp vmul.f32=fpmul " \
                  "vmov=cross")
    } else if (arch ~ /^aarch64/) {
        isa = "aarch64"
        isa_noise = "<.*|[ \t]*//.*"
        isa_call_form = "^blr? "
        isa_jump_form = "^(b|b\\.[a-z]+|cbn?z|tbn?z) .*[0-9a-f]+$"
        isa_switch_form = "^(br|ret)"
        isa_stack_form = "\\[sp"
        isa_frame_begin = "^(mov +x29, sp|add +x29, sp|stp +x29)"
        isa_frame_form = "\\[x29"
        isa_load_form = "^ldr +x[0-9]+, \\[x[0-9]+\\]$"
        isa_any_load = "^ldr +x"
        isa_reads_form = "^ld"
        isa_writes_form = "^st"
        isa_table("add=add eor=xor mul=mul sdiv=div udiv=div mov=mov fadd=fp fmul=fpmul fmov=cross")
    } else if (arch ~ /^riscv/) {
        isa = "riscv"
        isa_call_form = "^(jal|jalr|call|tail) "
        isa_jump_form = "^(j|b[a-z]+) .*[0-9a-f]+$"
        isa_switch_form = "^(jr|ret)"
        isa_stack_form = "\\(sp\\)"
        isa_frame_begin = "^addi? +s0,sp"
        isa_frame_form = "\\(s0\\)"
        isa_load_form = "^l[wd] +[a-z0-9]+,0\\([a-z0-9]+\\)$"
        isa_any_load = "^l[wd] "
        isa_reads_form = "^f?l[bhwd]u? "
        isa_writes_form = "^f?s[bhwd] "
        isa_table(arch ~ /^riscv32/ \
                  ? "add=add xor=xor mul=mul div=div divu=div mv=mov" \
                  : "addw=add add=add64 xor=xor mulw=mul mul=mul64 divw=div divuw=div mv=mov sext.w=mov " \
                  "fadd.s=fp fmul.s=fpmul fmv.w.x=cross fmv.x.w=cross fmv.s.x=cross fmv.x.s=cross")
    } else if (arch ~ /^(ppc|powerpc)64le$/) {
        isa = "ppc"
        isa_call_form = "^(bl|bctrl|blrl)( |$)"
        isa_jump_form = "^b(eq|ne|lt|le|gt|ge|so|ns|un|nu|dnz|dz)?[-+]? .*[0-9a-f]+$"
        isa_switch_form = "^b[a-z]*(ctr|lr)[-+]?( |$)"
        isa_stack_form = "\\(r1\\)"
        isa_frame_begin = "^mr +r31,r1$"
        isa_frame_form = "\\(r31\\)"
        isa_load_form = "^ld +r[0-9]+,0\\(r[0-9]+\\)$"
        isa_any_load = "^ld +"
        isa_reads_form = "^(lf[sd]x?|l[bhwd]z?a?x?|lxs[a-z]+) "
        isa_writes_form = "^(st[bhwd]|stf[sd]|stxs[a-z]+) "
        isa_table("add=add xor=xor mullw=mul divw=div divwu=div mr=mov fadds=fp xsaddsp=fp fmuls=fpmul " \
                  "xsmulsp=fpmul")
    } else if (arch == "ia64") {
        isa = "ia64"
        isa_noise = "<.*|[ \t]*//.*"
        isa_call_form = "^brl?\\.call"
        isa_jump_form = "^brl?\\.[a-z.]+ [0-9a-f]+$"
        isa_switch_form = "^br\\.[a-z.]+ b[0-9]$"
        isa_stack_form = "\\[r12\\]"
        isa_frame_begin = "^mov r[0-9]+=r12$"
        isa_frame_form = "^$"
        isa_load_form = "^ld8 r[0-9]+=\\[r[0-9]+\\]$"
        isa_any_load = "^ld8"
        isa_reads_form = "^ldf?[1248s]"
        isa_writes_form = "^stf?[1248s]"
        isa_table("add=add xor=xor mov=mov")
    }
    return isa != ""
}

# One name for a register, however much of it is used.
function isa_register(word) {
    sub(/^(0x)?0\(/, "", word)
    if (isa == "x86") {
        gsub(/[%*()]/, "", word)
        if (word ~ /^r[0-9]+d$/)
            sub(/d$/, "", word)
        else
            sub(/^[er]/, "", word)
        return word
    }
    gsub(/[][ ()]/, "", word)
    if (isa == "aarch64")
        sub(/^[wx]/, "", word)
    return word
}

function isa_is_register(word) {
    return isa == "x86"       ? word ~ /^%[a-z0-9]+$/ \
           : isa == "arm"     ? word ~ /^(r[0-9]+|ip|lr|fp|sl)$/ \
           : isa == "aarch64" ? word ~ /^[wx][0-9]+$/ \
           : isa == "riscv"   ? word ~ /^[ast][0-9]+$/ \
                              : word ~ /^r[0-9]+$/
}

# A register of floats.
function isa_is_fp(word) {
    return word ~ (isa == "x86" ? "^%xmm[0-9]+$" : isa == "riscv" ? "^f[ast][0-9]+$" : \
                   isa == "ppc" ? "^(f|vs)[0-9]+$" : "^s[0-9]+$")
}

# Wider than the 32 bits that a name without a number promises.
function isa_wide(word) {
    return isa == "x86" ? word ~ /^%r([a-z]+|[0-9]+)$/ : isa == "aarch64" ? word ~ /^x/ : 0
}

# The operands of TEXT into isa_word, the one that is written first.
function isa_operands(text,    n, i, last) {
    sub(/^[^ ]+ */, "", text)
    if (isa == "ia64")
        sub(/=/, ",", text)
    n = split(text, isa_word, / *, */)
    if (isa == "x86" && n > 0) {
        last = isa_word[n]
        for (i = n; i > 1; i--)
            isa_word[i] = isa_word[i - 1]
        isa_word[1] = last
    }
    return n
}

function isa_read_load(text) {
    isa_op = "load"
    isa_operands(text)
    isa_to = isa_register(isa_word[1])
    isa_n = 1
    isa_from[1] = isa_register(isa_word[2])
}

# Two operands where the first is read, too: x86 always, ARM where it is printed so.
function isa_read_registers(text, name,    n, i) {
    n = isa_operands(text)
    isa_to = isa_register(isa_word[1])
    for (i = 1; i <= n; i++)
        if (!isa_is_register(isa_word[i]) && !isa_is_fp(isa_word[i]))
            return
    isa_op = isa_name[name]
    isa_n = 0
    if (isa_op !~ /^(mov|cross)$/ && n == 2)
        isa_from[++isa_n] = isa_to
    for (i = 2; i <= n; i++)
        isa_from[++isa_n] = isa_register(isa_word[i])
    if (isa_op != "mov" && isa_wide(isa_word[1]))
        isa_op = isa_op "64"
}

function isa_read(text,    name) {
    isa_op = isa_to = isa_target = ""
    isa_n = 0
    name = text
    sub(/ .*/, "", name)
    isa_call = text ~ isa_call_form
    isa_stack = text ~ isa_stack_form || (isa_framed && text ~ isa_frame_form)
    isa_load = text ~ isa_any_load
    isa_reads = text ~ isa_reads_form
    isa_writes = text ~ isa_writes_form
    isa_jump = 0
    if (text ~ isa_frame_begin)
        isa_framed = 1
    if (!isa_call && text ~ isa_jump_form) {
        isa_jump = 1
        isa_target = text
        sub(/.*[ ,]/, "", isa_target)
        isa_target = isa_address(isa_target)
    } else if (text ~ isa_switch_form) {
        isa_jump = 1
    } else if (text ~ isa_load_form) {
        isa_read_load(text)
    } else if (name in isa_name) {
        isa_read_registers(text, name)
    } else if (isa_operands(text) > 0) {
        isa_to = isa_register(isa_word[1])
    }
}

# Addresses are only compared: eight digits tell all addresses of a program apart.
function isa_address(hex) {
    sub(/^0x/, "", hex)
    hex = "00000000" hex
    return substr(hex, length(hex) - 7)
}

# A line of a listing as isa_read() takes it, without its address; "" for data between instructions.
function isa_clean(text) {
    sub(/^ *[0-9a-f]+:/, "", text)
    sub(isa_noise, "", text)
    sub(/;;/, "", text)
    gsub(/[ \t]+/, " ", text)
    sub(/^ /, "", text)
    if (isa == "ia64") {
        sub(/^\[[A-Z]+\] */, "", text)
        sub(/^\(p[0-9]+\) */, "", text)
    }
    sub(/^(notrack|bnd|lock|rep[a-z]*) /, "", text)
    sub(/ $/, "", text)
    return text ~ /^\./ ? "" : text
}

# The instruction on LINE of a listing, read into the isa_* variables, and in isa_at its address; "" for data.
function isa_line(line) {
    isa_at = line
    sub(/^ */, "", isa_at)
    sub(/:.*/, "", isa_at)
    isa_at = isa_address(isa_at)
    line = isa_clean(line)
    if (line != "")
        isa_read(line)
    return line
}
