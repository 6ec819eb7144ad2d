// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls fl_save and fl_restore of the C ABI. */
@Tag("M-690")
@Tag("M-691")
class FabricSaveTest extends FabricFixture {
    private static final int TIMERS = 5;
    private static final long DUE = 40;
    private static final long SAVED = 25;

    private byte[] saved(long handle) {
        ByteBuffer place = direct(16);
        ok(handle, abi.fl_save(handle, at(place)));
        return new Pointer(place.getLong(0)).getByteArray(0, (int) place.getLong(8));
    }

    private int restore(long handle, byte[] state, int length) {
        ByteBuffer copy = direct(state.length);
        copy.put(state);
        return abi.fl_restore(handle, at(copy), length);
    }

    private static final int PLACES = 400; // bytes of a state that are changed, one at a time

    private byte[] inMidRun() {
        long handle = ready();
        submit(handle, timers(TIMERS, DUE));
        run(handle, SAVED);
        return saved(handle);
    }

    private int refused(long handle, int status, String what) {
        String text = abi.fl_last_error(handle);
        assertTrue(text.contains(what), text);
        return status;
    }

    @Test
    void aRestoredFabricGivesTheEventsOfTheSavedOne() {
        byte[] state = inMidRun();
        long handle = ready();
        ok(handle, restore(handle, state, state.length));
        assertArrayEquals(state, saved(handle), "the state of the restored fabric");
        run(handle, 100);
        assertEquals(TIMERS, out.getLong(8 * FabricAbi.R_EVENTS));
        assertEquals(DUE, events.getLong(CYCLE));
    }

    @Test
    void callsOutOfOrderAreRefused(@TempDir Path folder) {
        byte[] state = inMidRun();
        long early = created();
        assertEquals(FabricAbi.E_STATE, refused(early, abi.fl_save(early, at(out)), "save before reset"));
        assertEquals(FabricAbi.E_STATE, refused(early, restore(early, state, state.length), "between reset"));
        assertEquals(FabricAbi.E_HANDLE, abi.fl_save(12345, at(out)));
        assertEquals(FabricAbi.E_HANDLE, abi.fl_restore(12345, at(out), 8));
        long handle = ready();
        assertEquals(FabricAbi.E_ARGUMENT, refused(handle, abi.fl_save(handle, 0), "no place"));
        assertEquals(FabricAbi.E_ARGUMENT, refused(handle, abi.fl_restore(handle, 0, 8), "no data"));
        assertEquals(FabricAbi.E_ARGUMENT, refused(handle, abi.fl_restore(handle, at(out), -1), "no data"));
        submit(handle, timers(1, DUE));
        run(handle, 3);
        assertEquals(FabricAbi.E_STATE, refused(handle, restore(handle, state, state.length), "between reset"));
        long recording = created();
        configure(recording);
        ok(recording, abi.fl_record(recording, folder.resolve("x.rec").toString()));
        ok(recording, abi.fl_reset(recording));
        assertEquals(FabricAbi.E_STATE, refused(recording, restore(recording, state, state.length), "recorded"));
    }

    @Test
    void aStateOfAnotherMachineIsRefusedAndTheFabricStaysAsItWas() {
        byte[] state = inMidRun();
        words.putLong(8 * FabricAbi.C_LINK_LATENCY, 3);
        long handle = ready();
        assertEquals(FabricAbi.E_CONFIG, refused(handle, restore(handle, state, state.length), "another machine"));
        submit(handle, timers(1, 5));
        run(handle, 100);
        assertEquals(1, out.getLong(8 * FabricAbi.R_EVENTS));
    }

    /** A part of a state is refused, wherever it ends, and so is one that is too long; the fabric stays as it was. */
    @Test
    void aStateOfAnotherLengthIsRefused() {
        byte[] state = inMidRun();
        SplittableRandom random = new SplittableRandom(3);
        long handle = ready();
        for (int i = 0; i < 50; i++) {
            int length = i == 0 ? 0 : i == 1 ? state.length - 1 : random.nextInt(state.length);
            assertEquals(FabricAbi.E_ARGUMENT, refused(handle, restore(handle, state, length), "truncated or damaged"));
        }
        byte[] more = Arrays.copyOf(state, state.length + 1);
        assertEquals(FabricAbi.E_ARGUMENT, refused(handle, restore(handle, more, more.length), "truncated or damaged"));
        ok(handle, restore(handle, state, state.length));
        run(handle, 100);
        assertEquals(TIMERS, out.getLong(8 * FabricAbi.R_EVENTS));
    }

    @Test
    void aChangedBitIsRefusedWhereverItIs() {
        byte[] state = inMidRun();
        long handle = ready();
        for (int i = 0; i < PLACES; i++) {
            int place = (int) ((long) i * state.length / PLACES);
            state[place] ^= (byte) (1 << i % Byte.SIZE);
            assertEquals(
                    FabricAbi.E_ARGUMENT,
                    refused(handle, restore(handle, state, state.length), "truncated or damaged"),
                    "byte " + place);
            state[place] ^= (byte) (1 << i % Byte.SIZE);
        }
        ok(handle, restore(handle, state, state.length));
    }
}
