// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.regress.CaseResult.Status;
import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes the results in the form of Surefire's test reports, which Maven, Jenkins and the actions of GitHub read. */
final class JUnitXml {
    private JUnitXml() {}

    static String of(final Report report) {
        final StringWriter text = new StringWriter();
        try {
            final XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            attribute(xml, "name", "fairlead." + report.suite());
            attribute(xml, "tests", report.results().size());
            attribute(xml, "failures", report.count(Status.FAILED));
            attribute(xml, "errors", report.count(Status.ERROR));
            attribute(xml, "skipped", report.count(Status.NOT_RUN));
            attribute(xml, "time", seconds(report.seconds()));
            for (final CaseResult result : report.results()) {
                xml.writeCharacters("\n  ");
                testCase(xml, report, result);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (final XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text + "\n";
    }

    private static void testCase(final XMLStreamWriter xml, final Report report, final CaseResult result)
            throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(
                xml,
                "classname",
                "fairlead." + report.suite() + "." + result.of().name());
        attribute(xml, "name", result.of().id());
        attribute(xml, "time", seconds(result.seconds()));
        switch (result.status()) {
            case FAILED -> trouble(xml, "failure", result);
            case ERROR -> trouble(xml, "error", result);
            case NOT_RUN -> {
                xml.writeEmptyElement("skipped");
                attribute(xml, "message", String.join("; ", result.reasons()));
            }
            default -> {}
        }
        if (!result.files().isEmpty()) {
            xml.writeStartElement("system-out");
            for (final String file : result.files()) { // the form in which CI servers find attachments
                xml.writeCharacters("[[ATTACHMENT|"
                        + report.place().resolve(result.folder()).resolve(file) + "]]\n");
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static void trouble(final XMLStreamWriter xml, final String kind, final CaseResult result)
            throws XMLStreamException {
        xml.writeStartElement(kind);
        attribute(xml, "message", clean(String.join("; ", result.reasons())));
        attribute(xml, "type", result.status().word());
        xml.writeCharacters(clean(String.join("\n", result.reasons())) + "\nrepeat with: " + clean(result.repro())
                + "\nartefacts: " + result.folder() + "\n");
        xml.writeEndElement();
    }

    private static void attribute(final XMLStreamWriter xml, final String name, final Object value)
            throws XMLStreamException {
        xml.writeAttribute(name, value.toString());
    }

    private static String seconds(final double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    /** Replaces characters that XML cannot hold. */
    private static String clean(final String text) {
        return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
    }
}
