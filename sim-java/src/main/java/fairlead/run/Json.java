// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Values as JSON. The keys of a record are the names of its components. */
public final class Json {
    /** Writes no number as null. */
    private static final JsonSerializer<Double> NUMBER = new JsonSerializer<>() {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider all) throws IOException {
            if (Double.isFinite(value)) {
                out.writeNumber(value);
            } else {
                out.writeNull();
            }
        }
    };

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(
                    new SimpleModule().addSerializer(Double.class, NUMBER).addSerializer(double.class, NUMBER));
    private static final ObjectWriter INDENTED = MAPPER.writer(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Returns the text of a file: indented, with a line break at its end. */
    public static String text(Object value) {
        return text(INDENTED, value) + "\n";
    }

    /** Returns the value on one line. */
    public static String line(Object value) {
        return text(MAPPER.writer(), value);
    }

    private static String text(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
