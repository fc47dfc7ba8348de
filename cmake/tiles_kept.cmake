# cmake -D GENERATOR=<generate_kernels> -D CC=<compiler|...> -D FLAGS=<flag|...> -D OBJDUMP=<program> -D ARCH=<word>
#       -D CHECK=<folder of tile_loops.awk> -D OUT=<folder> -D MOST=<n> -D TYPES=<type,lanes,registers,flag,...|...>
#       [-D MODE=small_tiles] [-D EXTRA=<ROWSxCOLUMNS|...>] -P cmake/tiles_kept.cmake
# Writes OUT/tiles_<type>.c, at most MOST tiles a type, and OUT/tile_table.c. A tile is VECTORS x COLUMNS in registers: as
# many as fit, by loads for a multiplication. Those near that number are compiled, and those whose loops use the stack are
# left out: no count foretells them. OUT/tiles_<type>.kept says of each what became of it. EXTRA are tried, too, first.
cmake_policy(VERSION 3.25)
if(NOT MODE)
    set(MODE tiles)
endif()
string(REPLACE "|" ";" CC "${CC}")
string(REPLACE "|" ";" FLAGS "${FLAGS}")
string(REPLACE "|" ";" TYPES "${TYPES}")
string(REPLACE "|" ";" EXTRA "${EXTRA}")

# Sets OUT to ROWSxCOLUMNS of the tiles for that many REGISTERS, those with the fewest loads a multiplication first.
function(candidates out lanes registers)
    math(EXPR most "${registers} + 1")
    set(keyed "")
    foreach(vectors RANGE 1 8)
        foreach(columns RANGE 1 12)
            math(EXPR used "${vectors} * ${columns} + ${vectors} + 1")
            math(EXPR rows "${vectors} * ${lanes}")
            math(EXPR sums "${vectors} * ${columns}")
            math(EXPR least "${registers} / 3")
            if(used GREATER most OR rows GREATER 128 OR sums LESS least)
                continue()
            endif()
            # Of equal loads the smaller tile wastes less at edges.
            math(EXPR loads "100000 + 10000 * (${vectors} + ${columns}) / ${sums}")
            math(EXPR area "1000 + ${rows} * ${columns}")
            list(APPEND keyed "${loads}.${area}.${rows}x${columns}")
        endforeach()
    endforeach()
    list(SORT keyed)
    list(TRANSFORM keyed REPLACE "^[0-9]+\\.[0-9]+\\." "")
    list(SUBLIST keyed 0 20 keyed)
    set(${out} ${keyed} PARENT_SCOPE)
endfunction()

function(run what)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE said ERROR_VARIABLE error RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${what}: ${status} ${error}")
    endif()
    set(said "${said}" PARENT_SCOPE)
endfunction()

# Sets OUT to those of the tiles in ARGN whose loops are as they should, and adds what was found to SAID.
function(look_at out type lanes flags)
    set(base ${OUT}/ladder_${type})
    run("the ladder of tiles" ${GENERATOR} ladder ${base}.c ${type} ${lanes} ${ARGN})
    run("the ladder of tiles" ${CC} ${FLAGS} ${flags} -c -o ${base}.o ${base}.c)
    execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${base}.o
                    COMMAND awk -v arch=${ARCH} -v lanes=${lanes} -f ${CHECK}/timed_loops_isa.awk
                            -f ${CHECK}/tile_loops.awk
                    OUTPUT_VARIABLE found RESULTS_VARIABLE statuses)
    if(NOT statuses STREQUAL "0;0")
        message(STATUS "tiles: no description of this processor's instructions: taken are those whose sums should fit "
                       "its registers")
        list(JOIN ARGN " kept\n" found)
        string(APPEND found " kept\n")
    endif()
    set(kept "")
    foreach(tile IN LISTS ARGN)
        if(found MATCHES "(^|\n)${tile} kept")
            list(APPEND kept ${tile})
        endif()
    endforeach()
    set(${out} ${kept} PARENT_SCOPE)
    set(SAID "${SAID}${found}" PARENT_SCOPE)
endfunction()

# Sets OUT to the first MOST of the tiles in ARGN that are kept. A few more than are wanted are compiled at a time.
function(keep out type lanes flags)
    math(EXPR at_once "${MOST} + 2")
    set(SAID "")
    set(tiles ${ARGN})
    set(kept "")
    set(n 0)
    while(n LESS MOST AND tiles)
        list(SUBLIST tiles 0 ${at_once} some)
        list(REMOVE_ITEM tiles ${some})
        look_at(more ${type} ${lanes} "${flags}" ${some})
        list(APPEND kept ${more})
        list(LENGTH kept n)
    endwhile()
    file(WRITE ${OUT}/tiles_${type}.kept "${SAID}")
    list(SUBLIST kept 0 ${MOST} kept)
    set(${out} ${kept} PARENT_SCOPE)
endfunction()

set(declarations "")
set(rows "")
set(n 0)
foreach(words IN LISTS TYPES)
    string(REPLACE "," ";" words "${words}")
    list(POP_FRONT words type lanes registers)
    candidates(tiles ${lanes} ${registers})
    keep(kept ${type} ${lanes} "${words}" ${EXTRA} ${tiles})
    if(NOT kept)
        file(WRITE ${OUT}/tiles_${type}.c "/* Generated: no tile on ${type} stays in registers here. */\nextern int no_tile;\n")
        continue()
    endif()
    run("tiles" ${GENERATOR} ${MODE} ${OUT}/tiles_${type}.c ${type} ${lanes} ${kept})
    foreach(tile IN LISTS kept)
        string(APPEND declarations "extern const struct tile_kernel tile_kernel_${type}_${tile};\n")
        string(APPEND rows "    &tile_kernel_${type}_${tile},\n")
        math(EXPR n "${n} + 1")
    endforeach()
endforeach()
file(WRITE ${OUT}/tile_table.c
"/* Generated: the tiles of this image. */
#include \"lib/tile_kernel.h\"

${declarations}
const struct tile_kernel *const tile_table[] = {
${rows}    0,
};
const unsigned tile_table_count = ${n};
")
