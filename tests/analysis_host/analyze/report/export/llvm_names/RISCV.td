// Names of llvm/lib/Target/RISCV/RISCVSchedule.td.
foreach name = ["WriteLDW", "WriteLDD", "WriteFLD32", "WriteFLD64", "WriteSTW", "WriteSTD", "WriteJmp", "WriteIALU",
                "WriteIALU32", "WriteShiftImm", "WriteShiftImm32", "WriteIMul", "WriteIMul32", "WriteIDiv", "WriteIDiv32",
                "WriteFAdd32", "WriteFAdd64", "WriteFMul32", "WriteFMul64", "WriteFMA32", "WriteFMA64", "WriteFDiv32",
                "WriteFDiv64", "WriteFSqrt32", "WriteFSqrt64"] in
  def name : SchedWrite;
