// Names of llvm/lib/Target/AArch64/AArch64Schedule.td.
foreach name = ["WriteLD", "WriteLDIdx", "WriteST", "WriteBr", "WriteI", "WriteIS", "WriteIM32", "WriteIM64", "WriteID32",
                "WriteID64", "WriteF", "WriteFMul", "WriteFDiv", "WriteVq"] in
  def name : SchedWrite;
