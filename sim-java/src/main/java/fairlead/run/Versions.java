// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.hw.HwLayout;
import fairlead.scenario.InputText;
import java.util.Map;
import java.util.TreeMap;

/** The versions of the software that produced a result. */
public final class Versions {
    private static final String VERSION_FILE = "version.txt";

    private Versions() {}

    /** Returns the version of Fairlead from the parent pom.xml. */
    public static String fairlead() {
        return InputText.resource(Versions.class, VERSION_FILE).strip();
    }

    public static Map<String, String> all() {
        Map<String, String> versions = new TreeMap<>();
        versions.put("fairlead", fairlead());
        versions.put("java", Runtime.version().toString());
        versions.put("layout", HwLayout.manifestHash());
        return versions;
    }
}
