package fairlead.hw;
public final class HwLayout {
private HwLayout(){}
public static String manifestHash(){return "stand-in";}
public static final int FLIT_BYTES = 16;
public static final int MAX_PAYLOAD = 256;
public static final int MAX_PACKET_FLITS = 17;
public static final int LINKS = 6;
public static final int LOCAL_PORTS = 2;
public static final int CLASSES = 2;
public static final int COORD_BITS = 4;
public static final int MAX_K = 16;
public static final int INJECTION_FIFOS = 4;
public static final int RECEPTION_FIFOS = 4;
public static final int COUNTERS = 64;
public static final int ORIGIN_EPOCHS = 64;
public static final int TARGET_EPOCHS = 64;
public static final int FENCE_ENTRIES = 8;
public static final int ADDRESS_BITS = 28;
public static final int LENGTH_BITS = 20;
public static final int TAG_BITS = 14;
public static final int GENERATION_BITS = 4;
public static final int STAMP_BITS = 15;
public static final int DLA_INLINE_BYTES = 64;
public static final int RECEPTION_SLOT = 256;
public static final int ROUTER_PORTS = 10;
public static final int COMMIT_SLOTS = 32;
public static final int HEADER_QUEUE = 4;
public static final int READ_WINDOW = 64;
public static final class PacketType { private PacketType(){}
public static final int PUT = 0;
public static final int GET = 1;
public static final int FADD = 2;
public static final int CAS = 3;
public static final int MSG = 4;
public static final int PING = 5;
public static final int INIT = 6;
public static final int PUT_COUNT = 7;
public static final int TERM = 8;
public static final int DATA = 16;
public static final int PONG = 17;
public static final int FADD_R = 18;
public static final int INIT_ACK = 19;
public static final int ACK = 20;
public static final int NACK = 21;
public static final int CREDIT = 22;
public static String name(final int value){switch(value){case 0: return "PUT";case 1: return "GET";case 2: return "FADD";case 3: return "CAS";case 4: return "MSG";case 5: return "PING";case 6: return "INIT";case 7: return "PUT_COUNT";case 8: return "TERM";case 16: return "DATA";case 17: return "PONG";case 18: return "FADD_R";case 19: return "INIT_ACK";case 20: return "ACK";case 21: return "NACK";case 22: return "CREDIT";default: return Integer.toString(value);}}}
public static final class OpKind { private OpKind(){}
public static final int PUT = 0;
public static final int GET = 1;
public static final int FADD = 2;
public static final int CAS = 3;
public static final int MSG = 4;
public static final int FLUSH = 5;
public static final int FENCE = 6;
public static String name(final int value){switch(value){case 0: return "PUT";case 1: return "GET";case 2: return "FADD";case 3: return "CAS";case 4: return "MSG";case 5: return "FLUSH";case 6: return "FENCE";default: return Integer.toString(value);}}}
public static final class TileCommand { private TileCommand(){}
public static final int POST = 1;
public static final int COUNTER_SET = 2;
public static final int EPOCH_OPEN = 3;
public static final int EPOCH_CLOSE = 4;
public static final int BAR_ENTER = 5;
public static final int DLA_ALLOC = 6;
public static final int DLA_REQUEST = 7;
public static final int DLA_DATA = 8;
public static final int DLA_END = 9;
public static final int DLA_RELEASE = 10;
public static final int MSG_POP = 11;
public static final int MSG_CREDIT = 12;
public static final int FAULT_ARM = 13;
public static String name(final int value){switch(value){case 1: return "POST";case 2: return "COUNTER_SET";case 3: return "EPOCH_OPEN";case 4: return "EPOCH_CLOSE";case 5: return "BAR_ENTER";case 6: return "DLA_ALLOC";case 7: return "DLA_REQUEST";case 8: return "DLA_DATA";case 9: return "DLA_END";case 10: return "DLA_RELEASE";case 11: return "MSG_POP";case 12: return "MSG_CREDIT";case 13: return "FAULT_ARM";default: return Integer.toString(value);}}}
public static final class HostCommand { private HostCommand(){}
public static final int LOAD = 64;
public static final int STORE = 65;
public static final int ADD = 66;
public static final int CAS_LOCAL = 67;
public static final int POLL = 68;
public static final int TIMER = 69;
public static final int FILL = 70;
public static String name(final int value){switch(value){case 64: return "LOAD";case 65: return "STORE";case 66: return "ADD";case 67: return "CAS_LOCAL";case 68: return "POLL";case 69: return "TIMER";case 70: return "FILL";default: return Integer.toString(value);}}}
public static final class ConfigReg { private ConfigReg(){}
public static final int ME = 0;
public static final int SHAPE = 1;
public static final int VC_RULE = 2;
public static final int ARBITRATION = 3;
public static final int LINK_DEPTH = 4;
public static final int LOCAL_DEPTH = 5;
public static final int INJECTION_DEPTH = 6;
public static final int RECEPTION_DEPTH = 7;
public static final int DLA_DEPTH = 8;
public static final int RESPONSE_DEPTH = 9;
public static final int LOCAL_PORTS = 10;
public static final int MEMORY_BYTES = 11;
public static final int MESSAGE_BASE = 12;
public static final int TASKS = 13;
public static final int BARRIER_WIDTH = 14;
public static final int DLA_MAX_CREDITS = 16;
public static final int DLA_MAX_LO_CD = 17;
public static final int DLA_MAX_HI_CD = 18;
public static final int DLA_MAX_PR = 19;
public static final int DLA_MAX_LO_CD_PR = 20;
public static final int DLA_MAX_LO_HI_CD = 21;
public static final int DLA_MAX_HI_CD_PR = 22;
public static final int DLA_MAX_CD_ALLOC = 23;
public static final int DLA_MAX_PR_ALLOC = 24;
public static String name(final int value){switch(value){case 0: return "ME";case 1: return "SHAPE";case 2: return "VC_RULE";case 3: return "ARBITRATION";case 4: return "LINK_DEPTH";case 5: return "LOCAL_DEPTH";case 6: return "INJECTION_DEPTH";case 7: return "RECEPTION_DEPTH";case 8: return "DLA_DEPTH";case 9: return "RESPONSE_DEPTH";case 10: return "LOCAL_PORTS";case 11: return "MEMORY_BYTES";case 12: return "MESSAGE_BASE";case 13: return "TASKS";case 14: return "BARRIER_WIDTH";case 16: return "DLA_MAX_CREDITS";case 17: return "DLA_MAX_LO_CD";case 18: return "DLA_MAX_HI_CD";case 19: return "DLA_MAX_PR";case 20: return "DLA_MAX_LO_CD_PR";case 21: return "DLA_MAX_LO_HI_CD";case 22: return "DLA_MAX_HI_CD_PR";case 23: return "DLA_MAX_CD_ALLOC";case 24: return "DLA_MAX_PR_ALLOC";default: return Integer.toString(value);}}}
public static final class FaultId { private FaultId(){}
public static final int CREDIT_DROP = 1;
public static final int FLUSH_EARLY = 2;
public static final int EPOCH_ACK_EARLY = 3;
public static final int BARRIER_EARLY = 4;
public static final int BYTE_WRONG = 5;
public static final int PUT_TWICE = 6;
public static final int PUT_LOST = 7;
public static String name(final int value){switch(value){case 1: return "credit_drop";case 2: return "flush_early";case 3: return "epoch_ack_early";case 4: return "barrier_early";case 5: return "byte_wrong";case 6: return "put_twice";case 7: return "put_lost";default: return Integer.toString(value);}}}
public static final class EventKind { private EventKind(){}
public static final int LOADED = 1;
public static final int STORED = 2;
public static final int POLLED = 3;
public static final int TIMED = 4;
public static final int COMMITTED = 8;
public static final int HOP = 9;
public static final int PACKET_INJECTED = 16;
public static final int PACKET_DELIVERED = 17;
public static final int OP_ISSUED = 24;
public static final int OP_LOCAL = 25;
public static final int OP_DONE = 26;
public static final int OP_RESULT = 27;
public static final int OP_REFUSED = 28;
public static final int OP_REJECTED = 29;
public static final int COUNTER_ZERO = 30;
public static final int MSG_ARRIVED = 31;
public static final int FLUSH_ARMED = 40;
public static final int FLUSH_DONE = 41;
public static final int FENCE_DONE = 42;
public static final int EPOCH_OPENED = 48;
public static final int EPOCH_DENIED = 49;
public static final int EPOCH_CLOSING = 50;
public static final int EPOCH_CLOSED = 51;
public static final int EPOCH_EXPOSED = 52;
public static final int EPOCH_COUNTED = 53;
public static final int EPOCH_ACKED = 54;
public static final int EPOCH_FREED = 55;
public static final int EPOCH_ERROR = 56;
public static final int BARRIER_JOINED = 64;
public static final int BARRIER_GLOBAL = 65;
public static final int BARRIER_RELEASED = 66;
public static final int DLA_GRANTED = 72;
public static final int DLA_DENIED = 73;
public static final int DLA_ERROR = 74;
public static final int DLA_ENDED = 75;
public static final int DLA_RELEASED = 76;
public static final int DLA_ACCEPTED = 77;
public static final int DLA_DISCARDED = 78;
public static final int DLA_DRAINED = 79;
public static String name(final int value){switch(value){case 1: return "LOADED";case 2: return "STORED";case 3: return "POLLED";case 4: return "TIMED";case 8: return "COMMITTED";case 9: return "HOP";case 16: return "PACKET_INJECTED";case 17: return "PACKET_DELIVERED";case 24: return "OP_ISSUED";case 25: return "OP_LOCAL";case 26: return "OP_DONE";case 27: return "OP_RESULT";case 28: return "OP_REFUSED";case 29: return "OP_REJECTED";case 30: return "COUNTER_ZERO";case 31: return "MSG_ARRIVED";case 40: return "FLUSH_ARMED";case 41: return "FLUSH_DONE";case 42: return "FENCE_DONE";case 48: return "EPOCH_OPENED";case 49: return "EPOCH_DENIED";case 50: return "EPOCH_CLOSING";case 51: return "EPOCH_CLOSED";case 52: return "EPOCH_EXPOSED";case 53: return "EPOCH_COUNTED";case 54: return "EPOCH_ACKED";case 55: return "EPOCH_FREED";case 56: return "EPOCH_ERROR";case 64: return "BARRIER_JOINED";case 65: return "BARRIER_GLOBAL";case 66: return "BARRIER_RELEASED";case 72: return "DLA_GRANTED";case 73: return "DLA_DENIED";case 74: return "DLA_ERROR";case 75: return "DLA_ENDED";case 76: return "DLA_RELEASED";case 77: return "DLA_ACCEPTED";case 78: return "DLA_DISCARDED";case 79: return "DLA_DRAINED";default: return Integer.toString(value);}}private static final long[] REACTIVE={0x19b0600ff00001eL,0x7f04L,0x0L,0x0L};public static boolean isReactive(final int kind){return (REACTIVE[kind>>6]>>>(kind&63)&1)!=0;}private static final long[] IDENTITY={0x1ff0700ff03011eL,0xff07L,0x0L,0x0L};public static boolean isIdentity(final int kind){return (IDENTITY[kind>>6]>>>(kind&63)&1)!=0;}}
public static final class EventUnit { private EventUnit(){}
public static final int HOST = 0;
public static final int MEMORY = 1;
public static final int LINK = 2;
public static final int TX_REQ0 = 8;
public static final int TX_REQ1 = 9;
public static final int TX_RSP0 = 10;
public static final int TX_RSP1 = 11;
public static final int RX_REQ0 = 12;
public static final int RX_REQ1 = 13;
public static final int RX_RSP0 = 14;
public static final int RX_RSP1 = 15;
public static final int ISSUE0 = 16;
public static final int ISSUE1 = 17;
public static final int LOCAL0 = 18;
public static final int LOCAL1 = 19;
public static final int COMMIT = 20;
public static final int POST = 21;
public static final int FENCE_ARM = 22;
public static final int FENCE_DONE = 23;
public static final int EPOCH_ORIGIN = 24;
public static final int EPOCH_TARGET = 25;
public static final int BARRIER_JOIN = 26;
public static final int BARRIER_RELEASE = 27;
public static final int DLA_ALLOC = 28;
public static final int DLA_STORE = 29;
public static final int DLA_DRAIN = 30;
public static String name(final int value){switch(value){case 0: return "host";case 1: return "memory";case 2: return "link";case 8: return "txReq0";case 9: return "txReq1";case 10: return "txRsp0";case 11: return "txRsp1";case 12: return "rxReq0";case 13: return "rxReq1";case 14: return "rxRsp0";case 15: return "rxRsp1";case 16: return "issue0";case 17: return "issue1";case 18: return "local0";case 19: return "local1";case 20: return "commit";case 21: return "post";case 22: return "fenceArm";case 23: return "fenceDone";case 24: return "epochOrigin";case 25: return "epochTarget";case 26: return "barrierJoin";case 27: return "barrierRelease";case 28: return "dlaAlloc";case 29: return "dlaStore";case 30: return "dlaDrain";default: return Integer.toString(value);}}}
public static final class Coord { private Coord(){}
public static final int WIDTH = 12;
public static final int Z_LSB = 8;
public static final int Z_WIDTH = 4;
public static final long Z_MASK=0xfL;
public static long z(final long word){return word>>>8&Z_MASK;}
public static final int Y_LSB = 4;
public static final int Y_WIDTH = 4;
public static final long Y_MASK=0xfL;
public static long y(final long word){return word>>>4&Y_MASK;}
public static final int X_LSB = 0;
public static final int X_WIDTH = 4;
public static final long X_MASK=0xfL;
public static long x(final long word){return word>>>0&X_MASK;}
}
public static final class Header0 { private Header0(){}
public static final int WIDTH = 64;
public static final int STAMP_LSB = 49;
public static final int STAMP_WIDTH = 15;
public static final long STAMP_MASK=0x7fffL;
public static long stamp(final long word){return word>>>49&STAMP_MASK;}
public static final int LAST_LSB = 48;
public static final int LAST_WIDTH = 1;
public static final long LAST_MASK=0x1L;
public static long last(final long word){return word>>>48&LAST_MASK;}
public static final int LENGTH_LSB = 39;
public static final int LENGTH_WIDTH = 9;
public static final long LENGTH_MASK=0x1ffL;
public static long length(final long word){return word>>>39&LENGTH_MASK;}
public static final int PTYPE_LSB = 34;
public static final int PTYPE_WIDTH = 5;
public static final long PTYPE_MASK=0x1fL;
public static long ptype(final long word){return word>>>34&PTYPE_MASK;}
public static final int EPORT_LSB = 33;
public static final int EPORT_WIDTH = 1;
public static final long EPORT_MASK=0x1L;
public static long eport(final long word){return word>>>33&EPORT_MASK;}
public static final int CROSS_LSB = 30;
public static final int CROSS_WIDTH = 3;
public static final long CROSS_MASK=0x7L;
public static long cross(final long word){return word>>>30&CROSS_MASK;}
public static final int DIR_LSB = 27;
public static final int DIR_WIDTH = 3;
public static final long DIR_MASK=0x7L;
public static long dir(final long word){return word>>>27&DIR_MASK;}
public static final int MODE_LSB = 25;
public static final int MODE_WIDTH = 2;
public static final long MODE_MASK=0x3L;
public static long mode(final long word){return word>>>25&MODE_MASK;}
public static final int CLS_LSB = 24;
public static final int CLS_WIDTH = 1;
public static final long CLS_MASK=0x1L;
public static long cls(final long word){return word>>>24&CLS_MASK;}
public static final int SRC_LSB = 12;
public static final int SRC_WIDTH = 12;
public static final long SRC_MASK=0xfffL;
public static long src(final long word){return word>>>12&SRC_MASK;}
public static final int DST_LSB = 0;
public static final int DST_WIDTH = 12;
public static final long DST_MASK=0xfffL;
public static long dst(final long word){return word>>>0&DST_MASK;}
}
public static final class Header1 { private Header1(){}
public static final int WIDTH = 64;
public static final int EPOCH_LSB = 63;
public static final int EPOCH_WIDTH = 1;
public static final long EPOCH_MASK=0x1L;
public static long epoch(final long word){return word>>>63&EPOCH_MASK;}
public static final int CTR_VALID_LSB = 62;
public static final int CTR_VALID_WIDTH = 1;
public static final long CTR_VALID_MASK=0x1L;
public static long ctrValid(final long word){return word>>>62&CTR_VALID_MASK;}
public static final int CTR_LSB = 56;
public static final int CTR_WIDTH = 6;
public static final long CTR_MASK=0x3fL;
public static long ctr(final long word){return word>>>56&CTR_MASK;}
public static final int ENTRY_LSB = 50;
public static final int ENTRY_WIDTH = 6;
public static final long ENTRY_MASK=0x3fL;
public static long entry(final long word){return word>>>50&ENTRY_MASK;}
public static final int SLOT_LSB = 46;
public static final int SLOT_WIDTH = 4;
public static final long SLOT_MASK=0xfL;
public static long slot(final long word){return word>>>46&SLOT_MASK;}
public static final int GEN_LSB = 42;
public static final int GEN_WIDTH = 4;
public static final long GEN_MASK=0xfL;
public static long gen(final long word){return word>>>42&GEN_MASK;}
public static final int TAG_LSB = 28;
public static final int TAG_WIDTH = 14;
public static final long TAG_MASK=0x3fffL;
public static long tag(final long word){return word>>>28&TAG_MASK;}
public static final int ADDR_LSB = 0;
public static final int ADDR_WIDTH = 28;
public static final long ADDR_MASK=0xfffffffL;
public static long addr(final long word){return word>>>0&ADDR_MASK;}
}
public static final class GetPayload { private GetPayload(){}
public static final int WIDTH = 64;
public static final int SPARE_LSB = 62;
public static final int SPARE_WIDTH = 2;
public static final long SPARE_MASK=0x3L;
public static long spare(final long word){return word>>>62&SPARE_MASK;}
public static final int LOCAL_EPOCH_LSB = 56;
public static final int LOCAL_EPOCH_WIDTH = 6;
public static final long LOCAL_EPOCH_MASK=0x3fL;
public static long localEpoch(final long word){return word>>>56&LOCAL_EPOCH_MASK;}
public static final int SPARE1_LSB = 54;
public static final int SPARE1_WIDTH = 2;
public static final long SPARE1_MASK=0x3L;
public static long spare1(final long word){return word>>>54&SPARE1_MASK;}
public static final int CTR_LSB = 48;
public static final int CTR_WIDTH = 6;
public static final long CTR_MASK=0x3fL;
public static long ctr(final long word){return word>>>48&CTR_MASK;}
public static final int LENGTH_LSB = 28;
public static final int LENGTH_WIDTH = 20;
public static final long LENGTH_MASK=0xfffffL;
public static long length(final long word){return word>>>28&LENGTH_MASK;}
public static final int LANDING_LSB = 0;
public static final int LANDING_WIDTH = 28;
public static final long LANDING_MASK=0xfffffffL;
public static long landing(final long word){return word>>>0&LANDING_MASK;}
}
public static final class Descriptor0 { private Descriptor0(){}
public static final int WIDTH = 64;
public static final int SPARE_LSB = 61;
public static final int SPARE_WIDTH = 3;
public static final long SPARE_MASK=0x7L;
public static long spare(final long word){return word>>>61&SPARE_MASK;}
public static final int MODE_LSB = 59;
public static final int MODE_WIDTH = 2;
public static final long MODE_MASK=0x3L;
public static long mode(final long word){return word>>>59&MODE_MASK;}
public static final int EPOCH_LSB = 58;
public static final int EPOCH_WIDTH = 1;
public static final long EPOCH_MASK=0x1L;
public static long epoch(final long word){return word>>>58&EPOCH_MASK;}
public static final int INDEX_LSB = 52;
public static final int INDEX_WIDTH = 6;
public static final long INDEX_MASK=0x3fL;
public static long index(final long word){return word>>>52&INDEX_MASK;}
public static final int LENGTH_LSB = 32;
public static final int LENGTH_WIDTH = 20;
public static final long LENGTH_MASK=0xfffffL;
public static long length(final long word){return word>>>32&LENGTH_MASK;}
public static final int TAG_LSB = 18;
public static final int TAG_WIDTH = 14;
public static final long TAG_MASK=0x3fffL;
public static long tag(final long word){return word>>>18&TAG_MASK;}
public static final int TARGET_LSB = 6;
public static final int TARGET_WIDTH = 12;
public static final long TARGET_MASK=0xfffL;
public static long target(final long word){return word>>>6&TARGET_MASK;}
public static final int FIFO_LSB = 4;
public static final int FIFO_WIDTH = 2;
public static final long FIFO_MASK=0x3L;
public static long fifo(final long word){return word>>>4&FIFO_MASK;}
public static final int KIND_LSB = 0;
public static final int KIND_WIDTH = 4;
public static final long KIND_MASK=0xfL;
public static long kind(final long word){return word>>>0&KIND_MASK;}
}
public static final class Descriptor1 { private Descriptor1(){}
public static final int WIDTH = 64;
public static final int SPARE_LSB = 63;
public static final int SPARE_WIDTH = 1;
public static final long SPARE_MASK=0x1L;
public static long spare(final long word){return word>>>63&SPARE_MASK;}
public static final int CTR_VALID_LSB = 62;
public static final int CTR_VALID_WIDTH = 1;
public static final long CTR_VALID_MASK=0x1L;
public static long ctrValid(final long word){return word>>>62&CTR_VALID_MASK;}
public static final int CTR_LSB = 56;
public static final int CTR_WIDTH = 6;
public static final long CTR_MASK=0x3fL;
public static long ctr(final long word){return word>>>56&CTR_MASK;}
public static final int REMOTE_LSB = 28;
public static final int REMOTE_WIDTH = 28;
public static final long REMOTE_MASK=0xfffffffL;
public static long remote(final long word){return word>>>28&REMOTE_MASK;}
public static final int LOCAL_LSB = 0;
public static final int LOCAL_WIDTH = 28;
public static final long LOCAL_MASK=0xfffffffL;
public static long local(final long word){return word>>>0&LOCAL_MASK;}
}
public static final class EpochCommand { private EpochCommand(){}
public static final int WIDTH = 34;
public static final int ID_LSB = 18;
public static final int ID_WIDTH = 16;
public static final long ID_MASK=0xffffL;
public static long id(final long word){return word>>>18&ID_MASK;}
public static final int TARGET_LSB = 6;
public static final int TARGET_WIDTH = 12;
public static final long TARGET_MASK=0xfffL;
public static long target(final long word){return word>>>6&TARGET_MASK;}
public static final int INDEX_LSB = 0;
public static final int INDEX_WIDTH = 6;
public static final long INDEX_MASK=0x3fL;
public static long index(final long word){return word>>>0&INDEX_MASK;}
}
public static final class BarrierCommand { private BarrierCommand(){}
public static final int WIDTH = 5;
public static final int MASTER_LSB = 4;
public static final int MASTER_WIDTH = 1;
public static final long MASTER_MASK=0x1L;
public static long master(final long word){return word>>>4&MASTER_MASK;}
public static final int TASK_LSB = 0;
public static final int TASK_WIDTH = 4;
public static final long TASK_MASK=0xfL;
public static long task(final long word){return word>>>0&TASK_MASK;}
}
public static final class DlaCommand { private DlaCommand(){}
public static final int WIDTH = 44;
public static final int BLOCK_LSB = 24;
public static final int BLOCK_WIDTH = 20;
public static final long BLOCK_MASK=0xfffffL;
public static long block(final long word){return word>>>24&BLOCK_MASK;}
public static final int CREDITS_LSB = 8;
public static final int CREDITS_WIDTH = 16;
public static final long CREDITS_MASK=0xffffL;
public static long credits(final long word){return word>>>8&CREDITS_MASK;}
public static final int DEALLOC_LSB = 7;
public static final int DEALLOC_WIDTH = 1;
public static final long DEALLOC_MASK=0x1L;
public static long dealloc(final long word){return word>>>7&DEALLOC_MASK;}
public static final int HIGH_LSB = 6;
public static final int HIGH_WIDTH = 1;
public static final long HIGH_MASK=0x1L;
public static long high(final long word){return word>>>6&HIGH_MASK;}
public static final int PR_LSB = 5;
public static final int PR_WIDTH = 1;
public static final long PR_MASK=0x1L;
public static long pr(final long word){return word>>>5&PR_MASK;}
public static final int CD_LSB = 4;
public static final int CD_WIDTH = 1;
public static final long CD_MASK=0x1L;
public static long cd(final long word){return word>>>4&CD_MASK;}
public static final int CHANNEL_LSB = 0;
public static final int CHANNEL_WIDTH = 4;
public static final long CHANNEL_MASK=0xfL;
public static long channel(final long word){return word>>>0&CHANNEL_MASK;}
}
public static final class LinkCtl { private LinkCtl(){}
public static final int WIDTH = 38;
public static final int CRC_LSB = 14;
public static final int CRC_WIDTH = 24;
public static final long CRC_MASK=0xffffffL;
public static long crc(final long word){return word>>>14&CRC_MASK;}
public static final int SEQ_LSB = 6;
public static final int SEQ_WIDTH = 8;
public static final long SEQ_MASK=0xffL;
public static long seq(final long word){return word>>>6&SEQ_MASK;}
public static final int VC_LSB = 3;
public static final int VC_WIDTH = 3;
public static final long VC_MASK=0x7L;
public static long vc(final long word){return word>>>3&VC_MASK;}
public static final int TAIL_LSB = 2;
public static final int TAIL_WIDTH = 1;
public static final long TAIL_MASK=0x1L;
public static long tail(final long word){return word>>>2&TAIL_MASK;}
public static final int HEAD_LSB = 1;
public static final int HEAD_WIDTH = 1;
public static final long HEAD_MASK=0x1L;
public static long head(final long word){return word>>>1&HEAD_MASK;}
public static final int VALID_LSB = 0;
public static final int VALID_WIDTH = 1;
public static final long VALID_MASK=0x1L;
public static long valid(final long word){return word>>>0&VALID_MASK;}
}
}