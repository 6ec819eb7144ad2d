// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Text of a file that the user has named; a BadInput says why there is none. */
public final class InputText {
    private InputText() {}

    public static String of(final Path file) {
        if (Files.isDirectory(file)) {
            throw new BadInput(file + ": is a folder, not a file");
        }
        try {
            return Files.readString(file);
        } catch (final NoSuchFileException e) {
            throw new BadInput(file + ": no such file");
        } catch (final CharacterCodingException e) {
            throw new BadInput(file + ": not a text file in UTF-8");
        } catch (final IOException e) {
            throw new BadInput(file + ": cannot be read: " + e.getMessage());
        }
    }
}
