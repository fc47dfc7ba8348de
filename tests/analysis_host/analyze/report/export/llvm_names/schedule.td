// Names of llvm/Target/TargetSchedule.td that a model uses, where LLVM's own file is not installed.
class SchedMachineModel {
  int IssueWidth = -1;
  int MicroOpBufferSize = -1;
  int LoopMicroOpBufferSize = -1;
  int LoadLatency = -1;
  int MispredictPenalty = -1;
  bit CompleteModel = 1;
}
class SchedWrite;
class SchedRead;
class ProcResourceKind;
class ProcResource<int count> : ProcResourceKind {
  int NumUnits = count;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}
class ProcResGroup<list<ProcResourceKind> units> : ProcResourceKind {
  list<ProcResourceKind> Resources = units;
  int BufferSize = -1;
  SchedMachineModel SchedModel = ?;
}
class WriteRes<SchedWrite write, list<ProcResourceKind> units> {
  SchedWrite WriteType = write;
  list<ProcResourceKind> ProcResources = units;
  list<int> ReleaseAtCycles = [];
  int Latency = 1;
  SchedMachineModel SchedModel = ?;
}
class ReadAdvance<SchedRead read, int cycles> {
  SchedRead ReadType = read;
  int Cycles = cycles;
  SchedMachineModel SchedModel = ?;
}
