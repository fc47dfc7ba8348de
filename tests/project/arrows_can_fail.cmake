# Plants one #include a tree, and expects arrows.cmake to pass the good ones and to name the bad.
# cmake -DARROWS=<arrows.cmake> -DDIR=<scratch folder> -P arrows_can_fail.cmake
cmake_minimum_required(VERSION 3.25)

# Headers that every planted tree has.
set(headers probes/record/record.h probes/run/probe.h probes/run/options.h probes/lib/pointer_chase.h
    probes/lib/op_kernel.h probes/other/other.h
    hal/include/hal/timer.h hal/posix/cpu.h hal/generic/generic.h hal/parts/uart.h
    analysis_host/core/policy/lru.h analysis_host/core/log/log.h analysis_host/core/log/tools/tool.h analysis_host/core/model/tlb.h analysis_host/core/result/result.h
    analysis_host/core/series/curve.h analysis_host/analyze/analysis/analysis.h analysis_host/analyze/report/format/value.h
    analysis_host/analyze/report/figure/figure.h analysis_host/analyze/report/text/text.h analysis_host/analyze/report/export/kind.h
    analysis_host/analyze/report/export/topology/places.h analysis_host/fleet/boards.h
    analysis_host/analyze/report/html/page.h analysis_host/fleet/html/overlay.h analysis_host/analyze/options.h
    board_runner/link/link.h board_runner/boot/stage.h targets/a9/board.h)

# <good|bad> <file> <line to plant>
set(cases
    "good|probes/one/one.c|#include \"probe.h\""
    "good|probes/one/one.c|#include \"record/record.h\""
    "good|probes/one/one.c|#include \"run/probe.h\""
    "good|probes/one/one.c|#include \"lib/pointer_chase.h\""
    "good|probes/run/main.c|#include \"lib/pointer_chase.h\""
    "good|probes/lib/measure.c|#include \"run/probe.h\""
    "good|probes/generate/ops/generate.c|#include \"lib/op_kernel.h\""
    "good|probes/one/one.c|#include \"hal/timer.h\""
    "good|probes/one/one.c|#include <hal/timer.h>"
    "good|probes/one/one.c|#include <stdint.h>"
    "good|probes/run/main.c|#include \"build_facts.h\""
    "good|probes/record/record_read.c|#include <stdlib.h>"
    "good|probes/generate/ops/generate.c|#include <stdio.h>"
    "good|hal/posix/timer.c|#include \"cpu.h\""
    "good|hal/posix/timer.c|#include <stdio.h>"
    "good|hal/a9/timer.c|#include \"uart.h\""
    "good|hal/a9/timer.c|#include \"board.h\""
    "good|analysis_host/analyze/infer/size.c|#include \"log.h\""
    "good|analysis_host/core/log/log.c|#include \"record/record.h\""
    "good|analysis_host/core/log/log.c|#include <zlib.h>"
    "good|board_runner/capture/capture.c|#include \"record/record.h\""
    "good|board_runner/capture/capture.c|#include <poll.h>"
    "good|board_runner/capture/capture.c|#include \"link/link.h\""
    "good|board_runner/cli/run.c|#include \"boot/stage.h\""
    "good|analysis_host/core/log/log.c|#include \"log/tools/tool.h\""
    "good|analysis_host/core/log/tools/table.c|#include \"log/log.h\""
    "good|analysis_host/analyze/infer/size.c|#include \"model/tlb.h\""
    "good|analysis_host/analyze/report/text/ops.c|#include \"report/format/value.h\""
    "good|analysis_host/analyze/report/text/curves.c|#include \"report/figure/figure.h\""
    "good|analysis_host/analyze/report/export/kinds/gcc.c|#include \"report/export/topology/places.h\""
    "good|analysis_host/analyze/report/html/log.c|#include \"report/text/text.h\""
    "good|analysis_host/fleet/html/overlay.c|#include \"report/html/page.h\""
    "good|analysis_host/fleet/html/overlay.c|#include \"fleet/boards.h\""
    "good|analysis_host/analyze/analyze.c|#include \"fleet/html/overlay.h\""
    "good|targets/a9/board.c|#include \"hal/timer.h\""
    "good|probes/one/one.c|/* #include \"log.h\" */"
    "bad|probes/one/one.c|#include <stdio.h>"
    "bad|probes/one/one.c|#include <string.h>"
    "bad|probes/one/one.c|#include \"other.h\""
    "bad|probes/one/one.c|#include \"../other/other.h\""
    "bad|probes/one/one.c|#include \"result/result.h\""
    "bad|probes/one/one.c|#include \"link.h\""
    "bad|probes/one/one.c|#include \"cpu.h\""
    "bad|probes/one/one.h|  #  include   \"log.h\""
    "bad|probes/one/one.c|#include \"run/options.h\""
    "bad|probes/lib/measure.c|#include <stdlib.h>"
    "bad|probes/lib/measure.c|#include \"run/options.h\""
    "bad|probes/run/main.c|#include \"other.h\""
    "bad|probes/generate/ops/generate.c|#include \"lib/pointer_chase.h\""
    "bad|probes/lib/measure.c|#include \"other.h\""
    "bad|probes/record/record_write.c|#include <string.h>"
    "bad|probes/record/record_read.c|#include \"log.h\""
    "bad|probes/record/record.h|#include \"probe.h\""
    "bad|probes/generate/ops/generate.c|#include \"link.h\""
    "bad|hal/include/hal/alloc.h|#include <stdio.h>"
    "bad|hal/include/hal/alloc.h|#include \"cpu.h\""
    "good|hal/sim/cache.c|#include \"policy/lru.h\""
    "bad|hal/sim/cache.c|#include \"model/tlb.h\""
    "bad|analysis_host/core/policy/lru.c|#include \"model/tlb.h\""
"bad|hal/posix/timer.c|#include \"probe.h\""
    "bad|hal/posix/timer.c|#include \"record/record.h\""
    "bad|hal/posix/timer.c|#include \"../../analysis_host/core/log/log.h\""
    "bad|hal/posix/timer.c|#include \"link.h\""
    "bad|hal/a9/timer.c|#include \"cpu.h\""
    "bad|analysis_host/core/log/log.c|#include \"hal/timer.h\""
    "bad|analysis_host/core/log/log.c|#include \"probe.h\""
    "bad|analysis_host/core/log/log.c|#include \"link.h\""
    "bad|analysis_host/core/log/log.c|#include \"result/result.h\""
    "bad|analysis_host/core/model/tlb.c|#include \"log/log.h\""
    "bad|analysis_host/core/model/tlb.c|#include \"record/record.h\""
    "bad|analysis_host/core/result/result.c|#include \"series/curve.h\""
    "bad|analysis_host/core/series/curve.c|#include \"analysis/analysis.h\""
    "bad|analysis_host/analyze/infer/size.c|#include \"report/format/value.h\""
    "good|analysis_host/analyze/infer/size.c|#include \"record/record.h\""
    "bad|analysis_host/analyze/report/format/value.c|#include \"report/text/text.h\""
    "bad|analysis_host/analyze/report/format/value.c|#include \"../figure/figure.h\""
    "bad|analysis_host/analyze/report/figure/figure.c|#include \"report/export/kind.h\""
    "bad|analysis_host/analyze/report/text/text.c|#include \"report/html/page.h\""
    "bad|analysis_host/analyze/report/export/kind.c|#include \"topology/places.h\""
    "bad|analysis_host/fleet/boards.c|#include \"report/text/text.h\""
    "bad|analysis_host/analyze/report/html/page.c|#include \"fleet/html/overlay.h\""
    "bad|analysis_host/analyze/report/html/page.c|#include \"fleet/boards.h\""
    "bad|analysis_host/analyze/report/html/page.c|#include \"options.h\""
    "bad|board_runner/capture/capture.c|#include <hal/timer.h>"
    "bad|board_runner/capture/capture.c|#include \"result/result.h\""
    "bad|board_runner/capture/capture.c|#include \"pointer_chase.h\""
    "bad|board_runner/capture/capture.c|#include \"boot/stage.h\""
    "bad|board_runner/link/port.c|#include \"record/record.h\""
    "bad|board_runner/link/port.c|#include \"../boot/stage.h\""
    "bad|targets/a9/board.c|#include \"probe.h\""
    "bad|targets/a9/board.c|#include \"log.h\"")

function(plant file line)
    file(REMOVE_RECURSE ${DIR})
    foreach(header IN LISTS headers)
        file(WRITE ${DIR}/${header} "#include <stdint.h>\n")
    endforeach()
    file(WRITE ${DIR}/${file} "/* [;\\ */\n\n${line}\n")
endfunction()

set(wrong 0)
foreach(case IN LISTS cases)
    string(REGEX MATCH "^([a-z]+)\\|([^|]+)\\|(.*)$" case "${case}")
    set(kind ${CMAKE_MATCH_1})
    set(file ${CMAKE_MATCH_2})
    set(line "${CMAKE_MATCH_3}")
    plant(${file} "${line}")
    execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${DIR} -P ${ARROWS} RESULT_VARIABLE result
                    OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(FIND "${said}" "${file}:3: " named)
    if((kind STREQUAL good AND NOT result EQUAL 0)
       OR (kind STREQUAL bad AND (result EQUAL 0 OR named LESS 0)))
        message("${kind}, but not found so: ${file}: ${line}\n${said}")
        math(EXPR wrong "${wrong} + 1")
    endif()
endforeach()

file(REMOVE_RECURSE ${DIR})
file(MAKE_DIRECTORY ${DIR})
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${DIR} -P ${ARROWS} RESULT_VARIABLE result
                OUTPUT_QUIET ERROR_QUIET)
if(result EQUAL 0)
    message("an empty tree passed: nothing was checked")
    math(EXPR wrong "${wrong} + 1")
endif()
file(REMOVE_RECURSE ${DIR})
if(wrong GREATER 0)
    message(FATAL_ERROR "${wrong} planted trees were judged wrongly")
endif()
