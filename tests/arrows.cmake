# Holds every #include to the dependency arrows. Fails with file, line and rule for each that is not.
# cmake -DROOT=<source tree> -P tests/arrows.cmake
#
#   targets ──> hal <── probes ──> record.h <── analysis_host, board_runner
#
# An area is the part of the tree that a file is in; one below the top level is a room. Each may include
# its own headers and those of the areas named here; a header of the system is one that no area has.
cmake_minimum_required(VERSION 3.25)
set(AREAS probes/record probes/generate probes/run probes/lib probes hal/include hal/sim hal
    analysis_host/core/policy analysis_host/core/stats analysis_host/core/model analysis_host/core/log/tools
    analysis_host/core/log analysis_host/core/result analysis_host/core/series
    analysis_host/analyze/analysis analysis_host/analyze/infer analysis_host/analyze/audit analysis_host/analyze/like
    analysis_host/analyze/report/format analysis_host/analyze/report/output analysis_host/analyze/report/figure
    analysis_host/analyze/report/text analysis_host/analyze/report/json
    analysis_host/analyze/report/explain analysis_host/analyze/report/export/topology
    analysis_host/analyze/report/export/kinds analysis_host/analyze/report/export
    analysis_host/analyze/report/html analysis_host/analyze/report analysis_host/analyze/reference analysis_host/analyze
    analysis_host/pattern analysis_host/tune/write analysis_host/tune
    analysis_host/fleet/report analysis_host/fleet/html analysis_host/fleet
    analysis_host/profile/signature analysis_host/profile/kernels analysis_host/profile analysis_host/predict
    board_runner/link board_runner/board board_runner/capture board_runner/boot board_runner/cli board_runner
    targets)

set(probes_sees probes/run/probe.h probes/lib probes/record/record.h hal/include)
set(probes/run_sees probes/lib probes/record/record.h probes/record/similar_names.h probes/record/probe_names.h hal/include)
set(probes/lib_sees probes/run/probe.h probes/record/record.h hal/include)
set(probes/record_sees "")
set(probes/generate_sees probes/lib/op_kernel.h probes/lib/live_kernel.h probes/lib/unit_kernel.h probes/lib/kernel_values.h
    probes/lib/kernel.h probes/kernels/arithmetic.h)
set(hal_sees hal/include targets)
# The simulated board replaces lines by the policies that the analyses replay, and queues operations as predictions do.
set(hal/sim_sees hal/include analysis_host/core/policy)
set(hal/include_sees "")

# The doors of the host, and the rooms behind each: a room includes those above it in this list, as far as named.
function(host_room room)
    set(sees "")
    foreach(seen IN LISTS ARGN)
        list(APPEND sees analysis_host/${seen} ${analysis_host/${seen}_sees})
    endforeach()
    list(REMOVE_DUPLICATES sees)
    set(analysis_host/${room}_sees ${sees} PARENT_SCOPE)
endfunction()

# core: from a log to numbers, and the types of answers.
set(analysis_host/core/policy_sees "")
set(analysis_host/core/stats_sees "")
host_room(core/model core/stats core/policy)
set(analysis_host/core/log_sees analysis_host/core/log/tools probes/record/record.h probes/record/probe_names.h
    probes/record/run_keys.def)
set(analysis_host/core/log/tools_sees analysis_host/core/log)
host_room(core/result core/log core/model)
host_room(core/series core/result)

# pattern: the language of kernels. It knows how an image keeps a kernel's values.
set(analysis_host/pattern_sees probes/lib/kernel_values.h)

# tune: rules that choose kernels, and the text of what they choose.
set(analysis_host/tune/write_sees "")
host_room(tune core/result tune/write)

# analyze: from answers to reports.
host_room(analyze/analysis core/series)
host_room(analyze/infer analyze/analysis)
# Answers against documented cores.
host_room(analyze/audit core/result)
list(APPEND analysis_host/analyze/audit_sees probes/record/similar_names.h)
host_room(analyze/like core/result)
set(analysis_host/analyze/report/output_sees probes/record/visible.h probes/record/similar_names.h)
host_room(analyze/report/format analyze/report/output core/result)
host_room(analyze/report/figure analyze/report/format analyze/report/output core/series)
host_room(analyze/report/text analyze/report/figure analyze/like analyze/audit)
host_room(analyze/report/json analyze/report/format core/series analyze/like analyze/audit)
host_room(analyze/report/explain analyze/report/format analyze/report/output analyze/analysis)
host_room(analyze/reference analyze/report/json)
# What a tick is worth is read from one place.
host_room(analyze/report/export analyze/report/format analyze/report/output core/series/point.h core/result)
host_room(analyze/report/export/topology analyze/report/export)
host_room(analyze/report/export/kinds analyze/report/export/topology tune)
host_room(analyze/report/html analyze/report/text analyze/report/json analyze/report/export)
set(analysis_host/analyze/report_sees "")

# fleet: many boards, from files to what is usual and who differs; and what is shown of them, with answers called as the
# text of one board calls them.
host_room(fleet analyze/analysis analyze/report/json analyze/report/output)
host_room(fleet/report fleet analyze/report/format analyze/report/text/items.h)
host_room(fleet/html fleet/report analyze/report/html)
host_room(analyze analyze/infer analyze/report/explain analyze/report/export/kinds fleet/html)

# profile: what a program did. It knows a log only where it runs a board's kernels.
set(analysis_host/profile/signature_sees "")
set(analysis_host/profile_sees analysis_host/profile/signature analysis_host/profile/kernels/kernels.h
    analysis_host/analyze/report/output probes/record/visible.h probes/record/similar_names.h)
host_room(predict analyze/infer analyze/report/output analyze/report/html profile/signature profile/decode/decode.h)
host_room(profile/kernels predict profile)

set(board_runner_sees probes/record/visible.h probes/record/similar_names.h)
set(board_runner/link_sees board_runner/say.h
    probes/record/visible.h probes/record/similar_names.h)
set(board_runner/board_sees ${board_runner/link_sees} board_runner/link)
set(board_runner/capture_sees ${board_runner/board_sees} board_runner/board probes/record/record.h)
set(board_runner/boot_sees ${board_runner/capture_sees} board_runner/capture)
set(board_runner/cli_sees ${board_runner/boot_sees} board_runner/boot)
set(targets_sees hal hal/include)

# Bare x86 boards have no C library: these headers alone come with every compiler.
set(FREESTANDING limits.h stdbool.h stddef.h stdint.h)
set(FREESTANDING_AREAS probes/record probes/run probes/lib probes hal/include)
# Host programs among them, and a header that the build makes.
set(HOSTED_FILES probes/record/record_read.c probes/record/record_join.c
    probes/kernels/library/cblas.c probes/kernels/library/fftw3.c)
set(GENERATED build_facts.h build_sums.h)

# Sets OUT to the area of FILE, a path below ROOT: the first that it lies in.
function(area_of out file)
    foreach(area IN LISTS AREAS)
        string(FIND "${file}" "${area}/" at)
        if(at EQUAL 0)
            set(${out} ${area} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${out} "" PARENT_SCOPE)
endfunction()

# Sets OUT to the folder below AREA that FILE is in: a probe does not see another, nor a port.
function(part_of out area file)
    string(LENGTH "${area}/" n)
    string(SUBSTRING "${file}" ${n} -1 rest)
    string(REGEX MATCH "^[^/]+/" part "${rest}")
    set(${out} "${area}/${part}" PARENT_SCOPE)
endfunction()

# Sets OUT to the headers below ROOT that #include NAME in FILE may mean.
function(headers_of out file name)
    get_filename_component(folder ${file} DIRECTORY)
    cmake_path(SET beside NORMALIZE "${folder}/${name}")
    if(EXISTS ${ROOT}/${beside})
        set(${out} ${beside} PARENT_SCOPE)
        return()
    endif()
    string(REGEX REPLACE "^(\\.\\./)+" "" tail "${name}")
    string(REGEX REPLACE "([.+])" "\\\\\\1" tail "${tail}")
    set(found ${HEADERS})
    list(FILTER found INCLUDE REGEX "(^|/)${tail}$")
    set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Sets OUT to TRUE if FILE in AREA may include HEADER of this project.
function(may_see out area file header)
    area_of(other ${header})
    part_of(own_part ${area} ${file})
    part_of(other_part "${other}" ${header})
    set(${out} FALSE PARENT_SCOPE)
    if("${header}" IN_LIST ${area}_sees OR "${other}" IN_LIST ${area}_sees)
        set(${out} TRUE PARENT_SCOPE)
    elseif(other STREQUAL area)
        if(NOT area MATCHES "^(probes|hal)$" OR other_part STREQUAL own_part
           OR other_part MATCHES "^hal/(generic|parts|bare|bare64|arm_v7|x86|encode)/$")
            set(${out} TRUE PARENT_SCOPE)
        endif()
    endif()
endfunction()

function(check_include area file line name)
    headers_of(headers ${file} ${name})
    set(allowed FALSE)
    foreach(header IN LISTS headers)
        may_see(allowed ${area} ${file} ${header})
        if(allowed)
            break()
        endif()
    endforeach()
    if(headers AND NOT allowed)
        string(REPLACE ";" " or " headers "${headers}")
        message("${file}:${line}: ${area} must not include ${headers}")
        set_property(GLOBAL APPEND PROPERTY BROKEN ${file}:${line})
    endif()
    if(NOT headers AND area IN_LIST FREESTANDING_AREAS AND NOT file IN_LIST HOSTED_FILES
       AND NOT name IN_LIST FREESTANDING AND NOT name IN_LIST GENERATED)
        message("${file}:${line}: <${name}>: bare x86 boards have no C library")
        set_property(GLOBAL APPEND PROPERTY BROKEN ${file}:${line})
    endif()
endfunction()

function(check_file file)
    area_of(area ${file})
    file(READ ${ROOT}/${file} text)
    string(REGEX REPLACE "[][;\\\\]" " " text "${text}") # letters that a CMake list trips over
    string(REPLACE "\n" ";" lines "${text}")
    set(line 0)
    foreach(content IN LISTS lines)
        math(EXPR line "${line} + 1")
        if(content MATCHES "^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"]+)[>\"]")
            check_include(${area} ${file} ${line} "${CMAKE_MATCH_1}")
        endif()
    endforeach()
endfunction()

set(globs "")
foreach(top probes hal analysis_host board_runner targets)
    list(APPEND globs ${ROOT}/${top}/*.c ${ROOT}/${top}/*.h ${ROOT}/${top}/*.S)
endforeach()
file(GLOB_RECURSE FILES RELATIVE ${ROOT} ${globs})
set(HEADERS ${FILES})
list(FILTER HEADERS INCLUDE REGEX "\\.h$")
list(LENGTH FILES n_files)
if(n_files EQUAL 0)
    message(FATAL_ERROR "${ROOT}: no source files: nothing was checked")
endif()

foreach(file IN LISTS FILES)
    check_file(${file})
endforeach()
get_property(broken GLOBAL PROPERTY BROKEN)
list(LENGTH broken n)
if(n GREATER 0)
    message(FATAL_ERROR "${n} #include against the arrows, in ${n_files} files")
endif()
message(STATUS "${n_files} files keep to the arrows")
