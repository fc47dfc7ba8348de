"""The classes of gem5 24 that --export gem5 names, each with the parameters that gem5 gives it. As in gem5, a parameter
that the class lacks is an error, and one without a default must be set."""


class Object:
    _parameters = {}  # name: default; REQUIRED: there is none

    def __init_subclass__(cls, **words):
        super().__init_subclass__(**words)
        for name in vars(cls):
            if not name.startswith("_"):
                cls._check(name)

    @classmethod
    def _check(cls, name):
        if name not in cls._parameters:
            raise AttributeError(f"{cls.__name__} has no parameter {name}")

    def __init__(self, **values):
        for name, default in self._parameters.items():
            if not hasattr(type(self), name):
                super().__setattr__(name, default() if isinstance(default, type) else default)
        for name, value in values.items():
            setattr(self, name, value)
        missing = [n for n in self._parameters if getattr(self, n) is REQUIRED]
        if missing:
            raise AttributeError(f"{type(self).__name__} needs {missing}")

    def __setattr__(self, name, value):
        self._check(name)
        super().__setattr__(name, value)


REQUIRED = object()
CLASSES = ("IntAlu IntMult IntDiv FloatAdd FloatCmp FloatCvt FloatMult FloatMultAcc FloatDiv FloatMisc FloatSqrt").split()


class OpDesc(Object):
    _parameters = {"opClass": REQUIRED, "opLat": 1, "pipelined": True}

    def __init__(self, **values):
        super().__init__(**values)
        if self.opClass not in CLASSES or not isinstance(self.opLat, int) or self.opLat < 1:
            raise ValueError(f"{self.opClass} {self.opLat}")


class FUDesc(Object):
    _parameters = {"opList": REQUIRED, "count": REQUIRED}


class RdWrPort(Object):
    _parameters = {"opList": [], "count": 4}


class SIMD_Unit(RdWrPort):
    pass


class PredALU(RdWrPort):
    pass


class IprPort(RdWrPort):
    pass


class FUPool(Object):
    _parameters = {"FUList": REQUIRED}


class ReplacementPolicy(Object):
    pass


class LRURP(ReplacementPolicy):
    pass


class TreePLRURP(ReplacementPolicy):
    pass


class FIFORP(ReplacementPolicy):
    pass


class RandomRP(ReplacementPolicy):
    pass


class Cache(Object):
    _parameters = {"size": REQUIRED, "assoc": REQUIRED, "tag_latency": REQUIRED, "data_latency": REQUIRED,
                   "response_latency": REQUIRED, "mshrs": REQUIRED, "tgts_per_mshr": REQUIRED, "write_buffers": 8,
                   "is_read_only": False, "replacement_policy": LRURP, "clusivity": "mostly_incl",
                   "writeback_clean": False}

    def __init__(self, **values):
        super().__init__(**values)
        sets = int(self.size.rstrip("B")) // 64 // self.assoc
        if sets & (sets - 1) or self.clusivity not in ("mostly_incl", "mostly_excl"):
            raise ValueError(f"{sets} sets, {self.clusivity}")


class SimpleMemory(Object):
    _parameters = {"latency": "30ns", "bandwidth": "12.8GiB/s"}


class TLB(Object):
    _parameters = {"size": 64, "assoc": 0}


class MMU(Object):
    _parameters = {"dtb": TLB, "itb": TLB, "l2_shared": TLB}


class Table(Object):
    _parameters = {"numEntries": 16}


class BranchPredictor(Object):
    _parameters = {"btb": Table, "ras": Table}


class CPU(Object):
    """BaseO3CPU."""
    _parameters = {"fetchWidth": 8, "decodeWidth": 8, "renameWidth": 8, "dispatchWidth": 8, "issueWidth": 8, "wbWidth": 8,
                   "commitWidth": 8, "squashWidth": 8, "numROBEntries": 192, "numIQEntries": 64, "LQEntries": 32,
                   "SQEntries": 32, "numPhysIntRegs": 256, "numPhysFloatRegs": 256, "numPhysVecRegs": 256,
                   "fuPool": None, "branchPred": BranchPredictor, "mmu": MMU}


class ClockDomain(Object):
    _parameters = {"clock": None}


class System(Object):
    _parameters = {"cache_line_size": 64, "clk_domain": ClockDomain}
