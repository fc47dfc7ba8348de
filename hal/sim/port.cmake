# The simulated board: an ordinary program of this machine whose memory is modelled (hal/sim/README.md).
include(${CMAKE_CURRENT_LIST_DIR}/instrument.cmake)
pontoon_port(ARCH sim OS none LIBS sim_model)

# Every file that holds timed loops reports to the model what it loads and stores.
set(PONTOON_PROBE_FLAGS ${SIM_ACCESS_FLAGS})

# And every file that holds timed loops what the loops themselves need.
set(PONTOON_LOOP_FLAGS ${SIM_LOOP_FLAGS})

# Files whose timed loops compute rather than access are charged a cycle for each basic block, too:
# a folder under probes/, or a file as folder/name.c.
set(PONTOON_COMPUTE_FLAGS ${SIM_COMPUTE_FLAGS})
set(PONTOON_COMPUTE_PROBES lib/reference.c add_chain branch)
# Among them those whose loops stay in registers: a volatile reading of theirs, which keeps the compiler from
# merging laps, is not that of a thread that waits for another.
set(PONTOON_REGISTER_PROBES lib/reference.c)
# Those whose values know when they are ready load by the model themselves.
foreach(folder issue reorder_buffer store_forward bypass)
    list(APPEND PONTOON_REGISTER_PROBES ${folder}/kernel.c)
endforeach()
list(APPEND PONTOON_REGISTER_PROBES mlp/walks.c)
# And those that time nothing.
list(APPEND PONTOON_REGISTER_PROBES screen/screen.c screen/scalars.c screen/vectors.c)

# Files whose functions are the calls that are timed.
set(PONTOON_CALL_FLAGS ${SIM_CALL_FLAGS})
set(PONTOON_CALL_PROBES return_stack/levels.c)

# Operations go to the model's scoreboard; it knows scalar types.
set(PONTOON_OP_TYPES i32 i64 f32 f64)
set(PONTOON_ELEMENTS_DIR ${CMAKE_CURRENT_LIST_DIR}/timed ${CMAKE_CURRENT_LIST_DIR}
    ${CMAKE_CURRENT_LIST_DIR}/model)
