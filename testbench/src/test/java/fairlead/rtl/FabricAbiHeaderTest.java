// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.CommandRecord;
import fairlead.hw.HwLayout.EventRecord;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Java side of the C ABI agrees with verilator/include/fairlead_abi.h and with the manifest. */
class FabricAbiHeaderTest {
    private static final Pattern ENUM = Pattern.compile("enum\\s*\\w*\\s*\\{([^}]*)\\}");

    @Test
    void hasTheValueOfTheHeaderForEveryConstant() throws IOException, IllegalAccessException {
        Map<String, Integer> header = enumerators();
        int compared = 0;
        for (Field field : FabricAbi.class.getFields()) {
            if (field.getType() == int.class) {
                Integer value = header.get("FL_" + field.getName());
                assertNotNull(value, "not in fairlead_abi.h: FL_" + field.getName());
                assertEquals(value, field.getInt(null), field.getName());
                compared++;
            }
        }
        assertTrue(compared > 10, "constants compared: " + compared);
    }

    @Test
    void readsEventRecordsAsTheManifestLaysThemOut() {
        assertEquals(EventRecord.BYTES, EventCursor.BYTES);
        ByteBuffer record = ByteBuffer.allocateDirect(EventRecord.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(EventRecord.CYCLE_OFFSET, 0x0102030405060708L);
        record.putShort(EventRecord.NODE_OFFSET, (short) 0x1112);
        record.put(EventRecord.UNIT_OFFSET, (byte) 0x21);
        record.put(EventRecord.KIND_OFFSET, (byte) 0x31);
        record.putInt(EventRecord.SEQUENCE_OFFSET, 0x41424344);
        record.putLong(EventRecord.A_OFFSET, 5);
        record.putLong(EventRecord.B_OFFSET, 6);
        record.putLong(EventRecord.C_OFFSET, 7);
        EventCursor event = new EventCursor().wrap(record, 1);
        assertTrue(event.next());
        assertEquals(0x0102030405060708L, event.cycle());
        assertEquals(0x1112, event.node());
        assertEquals(0x21, event.unit());
        assertEquals(0x31, event.kind());
        assertEquals(0x41424344, event.seq());
        assertEquals(5, event.a());
        assertEquals(6, event.b());
        assertEquals(7, event.c());
    }

    @Test
    void writesCommandRecordsAsTheManifestLaysThemOut() {
        assertEquals(CommandRecord.BYTES, CommandBuffer.BYTES);
        CommandBuffer commands = new CommandBuffer();
        commands.add(0x0102030405060708L, 0x11121314, 0x2122, 0x31, 4, 5, 6, 7, 0x51525354);
        ByteBuffer record = commands.data();
        assertEquals(0x0102030405060708L, record.getLong(CommandRecord.CYCLE_OFFSET));
        assertEquals(0x11121314, record.getInt(CommandRecord.NODE_OFFSET));
        assertEquals(0x2122, record.getShort(CommandRecord.TASK_OFFSET));
        assertEquals(0x31, record.getShort(CommandRecord.OP_OFFSET));
        assertEquals(4, record.getLong(CommandRecord.W0_OFFSET));
        assertEquals(5, record.getLong(CommandRecord.W1_OFFSET));
        assertEquals(6, record.getLong(CommandRecord.W2_OFFSET));
        assertEquals(7, record.getLong(CommandRecord.W3_OFFSET));
        assertEquals(0x51525354, record.getInt(CommandRecord.SEQUENCE_OFFSET));
        assertEquals(2, record.getInt(CommandRecord.OWNER_OFFSET)); // the task modulo 16
    }

    /**
     * Returns the names and values of all enumerators; an enumerator without a value is one more than its predecessor.
     */
    private static Map<String, Integer> enumerators() throws IOException {
        Path header = Path.of(System.getenv("FAIRLEAD_ROOT"), "verilator", "include", "fairlead_abi.h");
        String text = Files.readString(header).replaceAll("//[^\n]*", "");
        Map<String, Integer> values = new HashMap<>();
        Matcher all = ENUM.matcher(text);
        while (all.find()) {
            int next = 0;
            for (String enumerator : all.group(1).split(",")) {
                String[] parts = enumerator.split("=");
                next = parts.length > 1 ? Integer.decode(parts[1].trim()) : next;
                values.put(parts[0].trim(), next++);
            }
        }
        return values;
    }
}
