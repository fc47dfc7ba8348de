// Names of llvm/lib/Target/X86/X86Schedule.td.
multiclass Pair {
  def "" : SchedWrite;
  def Ld : SchedWrite;
}
multiclass Widths {
  defm "" : Pair;
  defm X : Pair;
  defm Y : Pair;
  defm Z : Pair;
}
def ReadAfterLd : SchedRead;
def ReadAfterVecLd : SchedRead;
def ReadAfterVecXLd : SchedRead;
def ReadAfterVecYLd : SchedRead;
foreach name = ["WriteLoad", "WriteStore", "WriteFLoad", "WriteFLoadX", "WriteVecLoad", "WriteVecLoadX"] in
  def name : SchedWrite;
foreach name = ["WriteALU", "WriteShift", "WriteIMul32Reg", "WriteIMul64Reg", "WriteIDiv32", "WriteIDiv64", "WriteJump",
                "WritePMULLD", "WritePMULLDY"] in
  defm name : Pair;
foreach name = ["WriteFAdd", "WriteFAdd64", "WriteFMul", "WriteFMul64", "WriteFMA", "WriteFDiv", "WriteFDiv64",
                "WriteFSqrt", "WriteFSqrt64", "WriteVecALU", "WriteVecShiftImm"] in
  defm name : Widths;
