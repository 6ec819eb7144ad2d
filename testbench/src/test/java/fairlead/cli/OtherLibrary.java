// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** A product library of other bytes. */
final class OtherLibrary {
    private static final String WHERE = "FAIRLEAD_LIB_DIR";

    private OtherLibrary() {}

    /**
     * While `test` runs, commands of this process find these bytes in place of the product library.
     *
     * @param folder made here
     * @param linked bytes whose sum is in a file next to the library
     */
    static void during(Path folder, byte[] library, byte[] linked, Runnable test) throws IOException {
        Files.createDirectory(folder);
        Files.write(folder.resolve("libfairlead_product.so"), library);
        CRC32 sum = new CRC32();
        sum.update(linked);
        Files.writeString(folder.resolve("libfairlead_product.so.crc32"), String.format("%08x%n", sum.getValue()));
        during(folder, test);
    }

    static void during(Path folder, Runnable test) {
        String before = System.getProperty(WHERE);
        System.setProperty(WHERE, folder.toString());
        try {
            test.run();
        } finally {
            if (before == null) {
                System.clearProperty(WHERE);
            } else {
                System.setProperty(WHERE, before);
            }
        }
    }
}
