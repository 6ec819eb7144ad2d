// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.rtlunit.HostGuardUnit.Command;
import fairlead.rtlunit.HostGuardUnit.Told;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares twin and RTL of HostGuard, each alone, with a table written from docs/spec/host-guard.md: drawn commands of
 * three tasks and the system, for few things of each kind, and drawn events that give them back.
 */
@Tag("lab")
@Tag("M-1140")
class HostGuardRtlTest {
    private static final int SEEDS = 60;
    private static final int CYCLES = 600;
    private static final int SYSTEM = 16;
    private static final List<String> KINDS =
            List.of("channel", "epoch", "counter", "reception", "device", "tree", "injection", "barrier");

    private static final Map<String, Long> MOST = Map.of(
            "channel", 8L, "epoch", 64L, "counter", 64L, "reception", 4L, "injection", 4L); // of the default structure
    private static final List<Integer> OF_SYSTEM = List.of(
            TileCommand.TASK_RESET,
            TileCommand.TASK_GRANT,
            TileCommand.MSG_CREDIT,
            TileCommand.DLA_EVENT_CREDIT,
            TileCommand.COUNT_CONTROL,
            TileCommand.EPOCH_ADMIT,
            TileCommand.BAR_ADD);
    private static final int OWNED = 1;
    private static final int PRIVILEGED = 2;
    private static final int FORGED = 3;
    private static final int MALFORMED = 4;
    private static final int EMPTY = 5;
    private static final int REGION = 7;
    private static final int GRANTED = 8;

    private final Random random = new Random();
    private final Map<String, Integer> owners = new HashMap<>(); // by kind and number
    private final Set<String> granted = new HashSet<>(); // of them, those that their owners keep
    private final Set<Integer> regions = new HashSet<>(); // tasks within a region of fences
    private boolean strict;
    private String announced; // the counter that the last command took
    // commands that pass, refusals by reason, with reason 6 things that a reset gives back, and things granted
    private final int[] seen = new int[9];

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"twin", "RTL"})
    void aCommandPassesOrIsRefusedAsThePageSays(String engine) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            random.setSeed(seed);
            owners.clear();
            granted.clear();
            regions.clear();
            strict = false;
            try (HostGuardUnit unit = engine.equals("RTL") ? HostGuardUnit.rtl() : HostGuardUnit.twin()) {
                for (int cycle = 0; cycle < CYCLES; cycle++) {
                    step(unit, "seed " + seed + ", cycle " + cycle + ": ");
                }
            }
        }
        for (int count : seen) {
            assertTrue(count > 100, () -> Arrays.toString(seen));
        }
    }

    private void step(HostGuardUnit unit, String text) {
        List<Told> told = random.nextInt(4) > 0 ? List.of() : List.of(told());
        told.forEach(this::givesBack);
        Command c = random.nextInt(8) == 0 ? null : command();
        announced = c == null ? announced : null;
        long[] reaches = unit.cycle(c, told);
        long[] event = unit.event();
        if (c == null) {
            assertEquals(null, reaches, text);
            assertEquals(null, event, text);
        } else if (c.op() == TileCommand.TASK_RESET && c.owner() >= SYSTEM && !c.strays()) {
            reset(c, reaches, event, text + c);
        } else if (c.op() == TileCommand.TASK_GRANT && c.owner() >= SYSTEM && !c.strays()) {
            grant(c, reaches, event, text + c);
        } else {
            int reason = c.strays() ? MALFORMED : c.owner() < SYSTEM ? reason(c) : 0;
            reason = reason == 0 && c.isEmpty() ? EMPTY : reason;
            boolean refused = reason != 0;
            seen[reason]++;
            boolean stays = refused && reason != EMPTY || c.op() == TileCommand.FENCE_REGION;
            assertArrayEquals(stays ? null : new long[] {c.op(), c.w0()}, reaches, text + c + owners);
            long a = eventOf(reason, c.owner(), c.op());
            assertArrayEquals(refused ? new long[] {EventKind.COMMAND_REFUSED, a, c.w0()} : null, event, text + c);
            if (!refused && c.op() == TileCommand.FENCE_REGION) {
                region(c);
            } else if (!refused) {
                names(c).forEach(name -> takes(name, c));
            }
        }
    }

    private void region(Command c) {
        if (c.owner() >= SYSTEM) {
            strict = c.w0() != 0;
        } else if (c.w0() != 0) {
            regions.add(c.owner());
        } else {
            regions.remove(c.owner());
        }
    }

    private void grant(Command c, long[] reaches, long[] event, String text) {
        String kind = KINDS.get((int) HostResource.kind(c.w0()));
        String name = kind + HostResource.number(c.w0());
        int task = (int) HostResource.task(c.w0());
        Long most = MOST.get(kind);
        long number = HostResource.number(c.w0());
        boolean onTree = kind.equals("tree") && number <= HwLayout.CLASS_ROUTES && task < SYSTEM;
        boolean has = onTree || most != null && number < most && owners.getOrDefault(name, task) == task;
        // the collective network of the RTL has the command of its pins
        boolean onward = onTree && reaches != null;
        assertArrayEquals(onward ? new long[] {TileCommand.TREE_ABORT, 16 | number} : null, reaches, text);
        long a = eventOf(0, task, c.op());
        assertArrayEquals(new long[] {EventKind.TASK_RETURNS, a, has ? 1 : 0}, event, text + owners);
        if (has && !onTree) {
            owners.put(name, task);
            granted.add(name);
        }
        seen[GRANTED] += has ? 1 : 0;
    }

    /** Returns why a task may not give the command, or 0. */
    private int reason(Command c) {
        long giver =
                switch (c.op()) {
                    case TileCommand.BAR_ENTER, TileCommand.BAR_LEAVE, TileCommand.BAR_ADD, TileCommand.BAR_READ -> c
                                    .w0()
                            & 15;
                    case TileCommand.TREE_GIVE, TileCommand.TREE_BODY, TileCommand.TREE_ABORT -> c.w2() & 15;
                    case TileCommand.DEVICE_LOCK,
                            TileCommand.DEVICE_UNLOCK,
                            TileCommand.DEVICE_READ_HEADER,
                            TileCommand.DEVICE_DRAIN -> DeviceCommand.processor(c.w0());
                    default -> c.owner();
                };
        boolean owned = names(c).stream().anyMatch(name -> owners.getOrDefault(name, c.owner()) != c.owner());
        boolean inside = regions.contains(c.owner());
        long kind = Descriptor0.kind(c.w0());
        boolean fences = c.op() == TileCommand.POST && (kind == OpKind.FLUSH || kind == OpKind.FENCE);
        boolean outside = c.op() == TileCommand.FENCE_REGION ? inside == (c.w0() != 0) : fences && strict && !inside;
        return OF_SYSTEM.contains(c.op())
                ? PRIVILEGED
                : giver != c.owner() ? FORGED : owned ? OWNED : outside ? REGION : 0;
    }

    private static long eventOf(long reason, long task, long op) {
        return reason << GuardEvent.REASON_LSB | task << GuardEvent.TASK_LSB | op << GuardEvent.COMMAND_LSB;
    }

    private void takes(String name, Command c) {
        boolean announces = c.op() == TileCommand.COUNTER_SET && (c.w1() & Integer.MAX_VALUE) != 0;
        boolean takes = List.of(TileCommand.MSG_POP, TileCommand.EPOCH_OPEN).contains(c.op());
        if (name.startsWith("channel") || takes || announces) {
            announced = owners.putIfAbsent(name, c.owner()) == null && announces ? name : null;
        } else if (c.op() == TileCommand.COUNTER_CLEAR) {
            free(name);
        }
    }

    private void reset(Command c, long[] reaches, long[] event, String text) {
        int kind = (int) HostResource.kind(c.w0());
        long number = HostResource.number(c.w0());
        long task = HostResource.task(c.w0());
        Integer owner = owners.get(KINDS.get(kind) + number);
        boolean has =
                switch (KINDS.get(kind)) {
                    case "device" -> task < 4;
                    case "tree", "injection" -> task < SYSTEM;
                    case "barrier" -> task < SYSTEM && number < 8;
                    default -> owner != null && owner == task;
                };
        long[] back =
                switch (KINDS.get(kind)) {
                    case "channel" -> new long[] {TileCommand.DLA_CLEAR, number | 1L << DlaCommand.DEALLOC_LSB};
                    case "epoch" -> new long[] {TileCommand.EPOCH_CLOSE, number << EpochCommand.INDEX_LSB};
                    case "counter" -> new long[] {TileCommand.COUNTER_CLEAR, number};
                    case "device" -> new long[] {TileCommand.DEVICE_UNLOCK, task << DeviceCommand.PROCESSOR_LSB};
                    case "tree" -> new long[] {TileCommand.TREE_ABORT, 8 | (number > 4 ? 7 : number)};
                    case "injection" -> new long[] {TileCommand.TASK_RESET, c.w0()};
                    case "barrier" -> new long[] {TileCommand.BAR_LEAVE, task | number << 20};
                    default -> null;
                };
        assertArrayEquals(has ? back : null, reaches, text + owners);
        long a = eventOf(0, task, c.op());
        assertArrayEquals(new long[] {EventKind.TASK_RETURNS, a, has ? 1 : 0}, event, text);
        boolean owns = owner != null && owner == task;
        if (owns) {
            granted.remove(KINDS.get(kind) + number);
        }
        if (has && kind == KINDS.indexOf("injection")) {
            regions.remove((int) task);
        }
        if (owns && List.of("counter", "reception", "injection").contains(KINDS.get(kind))) {
            owners.remove(KINDS.get(kind) + number);
        }
        seen[6] += has ? 1 : 0;
    }

    private void free(String name) {
        if (!granted.contains(name)) {
            owners.remove(name);
        }
    }

    private static List<String> names(Command c) {
        String channel = "channel" + DlaCommand.channel(c.w0());
        String stored = "channel" + c.w3();
        String epoch = "epoch" + EpochCommand.index(c.w0());
        boolean gets = Descriptor0.kind(c.w0()) == OpKind.GET;
        String got = "counter" + Descriptor1.ctr(c.w1());
        String inEpoch = "epoch" + Descriptor0.index(c.w0());
        boolean member = Descriptor0.epoch(c.w0()) != 0;
        return switch (c.op()) {
            case TileCommand.DLA_ALLOC,
                    TileCommand.DLA_END,
                    TileCommand.DLA_RELEASE,
                    TileCommand.DLA_MARK,
                    TileCommand.DLA_CLEAR -> List.of(channel);
            case TileCommand.DLA_REQUEST -> gets ? List.of(stored, got) : List.of(stored);
            case TileCommand.DLA_DATA -> List.of(stored);
            case TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE -> List.of(epoch);
            case TileCommand.POST -> Stream.of(
                            "injection" + Descriptor0.fifo(c.w0()), member ? inEpoch : "", gets ? got : "")
                    .filter(name -> !name.isEmpty())
                    .toList();
            case TileCommand.COUNTER_SET, TileCommand.COUNTER_CLEAR -> List.of("counter" + c.w0());
            case TileCommand.MSG_POP -> List.of("reception" + c.w0());
            default -> List.of();
        };
    }

    private Command command() {
        int owner = random.nextInt(6) == 0 ? SYSTEM + random.nextInt(2) : random.nextInt(3);
        int op = random.nextInt(8) == 0 ? TileCommand.TASK_RESET : 1 + random.nextInt(TileCommand.EPOCH_ADMIT);
        long w0 = random.nextLong();
        long w1 = random.nextLong() >>> 1 & ~(0x3FL << Descriptor1.CTR_LSB) | (long) few() << Descriptor1.CTR_LSB;
        if (op == TileCommand.TASK_RESET || op == TileCommand.TASK_GRANT) {
            w0 = (long) random.nextInt(KINDS.size()) << HostResource.KIND_LSB
                    | (long) (random.nextInt(4) == 0 ? random.nextInt(32) : few()) << HostResource.NUMBER_LSB
                    | (random.nextInt(5) == 0 ? SYSTEM - 1 + random.nextInt(2) : random.nextInt(3))
                            << HostResource.TASK_LSB;
            owner = random.nextInt(4) == 0 ? owner : SYSTEM;
        } else if (op == TileCommand.POST || op == TileCommand.DLA_REQUEST) {
            long kind = List.of(OpKind.GET, OpKind.GET, OpKind.PUT, OpKind.FLUSH, OpKind.FENCE)
                    .get(random.nextInt(5));
            w0 = w0 & 0x3FFF_FFFFL << Descriptor0.TAG_LSB
                    | kind << Descriptor0.KIND_LSB
                    | (random.nextBoolean() ? 1L : 0) << Descriptor0.EPOCH_LSB;
            w0 = w0 & ~(0x3FL << Descriptor0.INDEX_LSB) | (long) few() << Descriptor0.INDEX_LSB;
        } else if (op == TileCommand.EPOCH_OPEN || op == TileCommand.EPOCH_CLOSE) {
            w0 = (long) few() << EpochCommand.INDEX_LSB;
        } else if (op == TileCommand.MSG_POP) {
            w0 = few();
        } else if (op == TileCommand.DEVICE_LOCK || op == TileCommand.DEVICE_DRAIN) {
            w0 = (long) few() << DeviceCommand.PROCESSOR_LSB | few();
        } else if (op == TileCommand.COUNTER_SET || op == TileCommand.COUNTER_CLEAR) {
            w0 = few();
            w1 = random.nextInt(3);
        } else {
            w0 = w0 & ~15L | few();
        }
        op = random.nextInt(50) == 0 ? TileCommand.EPOCH_ADMIT + 1 + random.nextInt(30) : op; // which is none
        boolean strays = random.nextInt(12) == 0;
        long[] words = {w0, w1, few(), few()};
        for (int i = 0; i < words.length && !strays; i++) {
            words[i] &= HostGuardUnit.meant(op, i);
        }
        return new Command(owner, op, words[0], words[1], words[2], words[3], random.nextInt(3) == 0);
    }

    /** The number of a thing: few, so that tasks meet. */
    private int few() {
        return random.nextInt(3);
    }

    private Told told() {
        return switch (random.nextInt(9)) {
            case 0 -> new Told(EventUnit.COMMIT, EventKind.COUNTER_ZERO, few(), 0);
            case 1 -> new Told(EventUnit.COMMIT, EventKind.OP_DONE, few(), 0);
            case 2 -> new Told(EventUnit.POST, EventKind.COUNTER_ZERO, few(), 0);
            case 3 -> new Told(
                    EventUnit.POST,
                    EventKind.COUNTER_REFUSED,
                    announced == null ? few() : Integer.parseInt(announced.substring("counter".length())),
                    0);
            case 4 -> new Told(EventUnit.EPOCH_ORIGIN, EventKind.EPOCH_ENDED, few(), 0);
            case 5 -> new Told(EventUnit.EPOCH_ORIGIN, EventKind.EPOCH_DENIED, few(), 0);
            case 6 -> new Told(
                    EventUnit.EPOCH_ORIGIN, EventKind.EPOCH_ERROR, few(), random.nextInt(EpochState.ENDING + 1));
            case 7 -> new Told(EventUnit.DLA_NOTICE, EventKind.DLA_CLEARED, few(), 0);
            default -> new Told(EventUnit.DLA_NOTICE, EventKind.DLA_MARKED, few(), 0);
        };
    }

    private void givesBack(Told e) {
        switch (e.kind()) {
            case EventKind.COUNTER_ZERO -> free("counter" + e.a());
            case EventKind.COUNTER_REFUSED -> free(announced);
            case EventKind.EPOCH_ENDED, EventKind.EPOCH_DENIED -> free("epoch" + e.a());
            case EventKind.EPOCH_ERROR -> {
                if (e.b() == EpochState.NONE || e.b() == EpochState.NO_TARGET) {
                    free("epoch" + e.a());
                }
            }
            case EventKind.DLA_CLEARED -> free("channel" + e.a());
            default -> {}
        }
    }
}
