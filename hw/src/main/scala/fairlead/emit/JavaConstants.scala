// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import fairlead.emit.Render._
import fairlead.params.Structure
import fairlead.words.Meant
import ujson.{Obj, Value}

/** manifest -> HwLayout.java. javac copies constants into other classes; the hash is therefore read through a method.
  */
object JavaConstants {
  def apply(manifest: Obj): String =
    s"""// ${banner("JavaConstants")}
       |package fairlead.hw;
       |
       |import fairlead.machine.LoadedStructure;
       |import fairlead.machine.StructureKey;
       |import java.util.List;
       |
       |/** Values and layouts that the hardware, its C++ fabric and Java share. */
       |public final class HwLayout {
       |    private HwLayout() {}
       |
       |    /** Identity of these layouts; a native library must report the same. */
       |    public static String manifestHash() {
       |        return LoadedStructure.hash("${manifest("hash").str}");
       |    }
       |
       |${entries(manifest("fixed")).map { case (k, v) => fixed(k, int(v)) }.mkString("\n")}
       |${number("EVENT_PORTS", int(manifest("event_ports")))}
       |${number("FIRST_TILE_PORT_UNIT", int(manifest("first_port")))}
       |
       |${structure(manifest("structure"))}
       |${product(manifest("variants")("product"))}
       |${entries(manifest("codes")).map { case (k, v) => table(k, v) }.mkString("\n")}
       |${table("EventKind", manifest("event_kinds"), kindMethods(manifest), meaning)}
       |${table("EventUnit", manifest("event_units"))}
       |${entries(manifest("layouts")).map { case (k, v) => layout(k, v) }.mkString("\n")}
       |${meant(manifest)}
       |${entries(manifest("records")).map { case (k, v) => record(k, v) }.mkString("\n")}
       |}
       |""".stripMargin

  private def number(name: String, v: Int): String = s"    public static final int $name = $v;"

  /** What the structure decides is read when the class loads: javac must not copy it into other classes, the compiler
    * at run time takes it as a constant all the same.
    */
  private def fixed(name: String, v: Int): String =
    if (!structural(name)) number(constant(name), v)
    else s"""    public static final int ${constant(name)} = LoadedStructure.value("$name", $v);"""

  private val structural = Structure.keys.map(_.name).toSet ++ Structure().derived.map(_._1)

  private def structure(all: Value): String = {
    val keys = Structure.keys.map { key =>
      val at = all(key.name)
      s"""            new StructureKey("${key.name}", ${int(at("standard"))}, List.of(${at("allowed").arr.map(
          int
        ).mkString(
          ", "
        )}), "${at("doc").str}")"""
    }
    "    /** What an architect chooses before elaboration. */\n" +
      keys.mkString("    public static final List<StructureKey> STRUCTURE = List.of(\n", ",\n", ");\n")
  }

  private def nested(name: String, doc: String, body: Seq[String]): String =
    s"    /** $doc */\n    public static final class $name {\n        private $name() {}\n\n${body.map(line =>
        if (line.isEmpty) line else "    " + line
      ).mkString("\n")}\n    }\n"

  /** The twin takes what the product library takes. */
  private def product(v: Value): String =
    nested("Product", "What the library `product` can hold at most.",
      entries(v).collect { case (k, n: ujson.Num) => fixed(k, int(n)) })

  private def record(name: String, fields: Value): String = {
    val all     = fields.arr.toSeq
    val offsets = all.map(f => number(constant(f("name").str) + "_OFFSET", int(f("offset"))))
    nested(name, s"Offsets in bytes in a $name, little-endian.",
      offsets :+ number("BYTES", all.map(f => int(f("bytes"))).sum))
  }

  /** A method for each command: from a kind and the number of a word to the bits that are meant. */
  private def meant(manifest: Obj): String = {
    def bits(word: Int)(name: Value): String = (name.str, s"Descriptor$word.${constant(name.str)}") match {
      case ("operand", _)   => "-1L"
      case ("function", _)  => "FetchPayload.FUNCTION_MASK << FetchPayload.FUNCTION_LSB"
      case ("reception", _) => s"${(1 << Meant.receptionBits) - 1}L << Descriptor1.REMOTE_LSB"
      case (_, field)       => s"${field}_MASK << ${field}_LSB"
    }
    val methods = entries(manifest("meant")).flatMap { case (command, kinds) =>
      val cases = for ((kind, words) <- entries(kinds); (names, word) <- words.arr.zipWithIndex if names.arr.nonEmpty)
        yield s"            case OpKind.$kind << 2 | $word: return ${names.arr.map(bits(word)).mkString(" | ")};"
      s"    /** Of word `word` of a $command. */" +:
        s"    public static long ${method(command)}(final int kind, final int word) {" +:
        "        switch (kind << 2 | word) {" +: cases :+ "            default: return 0;" :+ "        }" :+ "    }"
    }
    nested("Meant", "Bits that a command, or a kind of operation, means.", methods ++ hostWords(manifest))
  }

  private def hostWords(manifest: Obj): Seq[String] = {
    def bits(word: String): String = word match {
      case "64"                => "-1L"
      case n if n.head.isDigit => s"${(1L << n.toInt) - 1}L"
      case layout => manifest("layouts")(layout)("fields").arr.toSeq.map(field => constant(field("name").str))
          .filterNot(_ == "SPARE").map(field => s"$layout.${field}_MASK << $layout.${field}_LSB").mkString(" | ")
    }
    val cases =
      for ((command, words) <- entries(manifest("host_words")); (word, i) <- words.arr.zipWithIndex if word.str != "0")
        yield s"            case TileCommand.$command << 2 | $i: return ${bits(word.str)};"
    Seq(
      "    /** Of word `word` of a command at the host port. */",
      "    public static long host(final int command, final int word) {",
      "        switch (command << 2 | word) {"
    ) ++ cases ++ Seq(
      "            default: return 0;",
      "        }",
      "    }",
      "    /** Whether a command is none, or of no barrier that there is, or has a bit that it does not mean. */",
      "    public static boolean strays(final int command, final long w0, final long w1, final long w2, final long w3) {",
      "        final long m0 = host(command, 0), m1 = host(command, 1), m2 = host(command, 2), m3 = host(command, 3);",
      "        final boolean joins = command == TileCommand.BAR_ENTER || command == TileCommand.BAR_LEAVE ||",
      "                command == TileCommand.BAR_ADD || command == TileCommand.BAR_READ;",
      "        final int barriers = COLLECTIVE_UNITS > 0 ? CLASS_ROUTES : 0;",
      "        return (m0 | m1 | m2 | m3) == 0 || (w0 & ~m0 | w1 & ~m1 | w2 & ~m2 | w3 & ~m3) != 0 ||",
      "                joins && BarrierCommand.barrier(w0) > barriers;",
      "    }"
    )
  }

  /** `DLA_REQUEST` to `dlaRequest`. */
  private def method(name: String): String = {
    val words = name.toLowerCase.split('_')
    words.head + words.tail.map(_.capitalize).mkString
  }

  private def escape(text: String): String = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

  private def table(
      name: String,
      rows: Value,
      methods: Seq[String] = Seq.empty,
      doc: Value => String = _("doc").str
  ): String = {
    val constants = rows.arr.toSeq.flatMap { r =>
      Seq(s"    /** ${escape(doc(r))} */", number(constant(r("name").str), int(r("value"))))
    }
    val texts = textMethod("name", "Name of a value, or its number when there is none.", rows) ++ textMethod("doc",
      "Meaning of a value.", rows)
    nested(name, s"Values of $name.", constants ++ texts ++ methods)
  }

  /** A method from a value to one of its texts. */
  private def textMethod(key: String, doc: String, rows: Value): Seq[String] =
    Seq("", s"    /** $doc */", s"    public static String $key(final int value) {", "        switch (value) {") ++
      rows.arr.toSeq.map(r => s"            case ${int(r("value"))}: return \"${r(key).str}\";") ++
      Seq("            default: return Integer.toString(value);", "        }", "    }")

  /** isIdentity and isReactive: bit masks over the kinds, which are below 256. */
  private def kindMethods(manifest: Obj): Seq[String] = Seq("identity", "reactive").flatMap { key =>
    val kinds = manifest("event_kinds").arr.filter(_(key).bool).map(k => int(k("value"))).toSet
    val words = (0 until 4).map(w => (0 until 64).filter(b => kinds(64 * w + b)).foldLeft(0L)((m, b) => m | (1L << b)))
    val field = key.toUpperCase
    Seq(
      "",
      s"    private static final long[] $field = {${words.map(w => f"0x$w%xL").mkString(", ")}};",
      "",
      s"    /** Whether events of this kind are ${if (key == "identity") "part of a run's identity"
        else "answered by node software"}. */",
      s"    public static boolean is${key.capitalize}(final int kind) {",
      s"        return ($field[kind >> 6] >>> (kind & 63) & 1) != 0;",
      "    }"
    )
  }

  /** The bits of a word: as its fields do, they may follow from the structure. */
  private def whole(name: String, width: Int): String =
    if (!Structure.derivedFields.contains(name)) number("WIDTH", width)
    else s"""    public static final int WIDTH = LoadedStructure.width("$name", $width);"""

  private def layout(name: String, v: Value): String = {
    val fields = v("fields").arr.toSeq.flatMap { f =>
      val (own, lsb, width) = (f("name").str, int(f("lsb")), int(f("width")))
      val field             = constant(own)
      val placed =
        if (Structure.derivedFields.get(name).exists(_(own)))
          Seq("lsb" -> lsb, "width" -> width).map { case (what, v) =>
            s"""    public static final int ${field}_${constant(
                what
              )} = LoadedStructure.field("$name", "$own", "$what", $v);"""
          } :+ s"    public static final long ${field}_MASK = (1L << ${field}_WIDTH) - 1;"
        else
          Seq(
            number(field + "_LSB", lsb),
            number(field + "_WIDTH", width),
            f"    public static final long ${field}_MASK = 0x${if (width >= 64) -1L else (1L << width) - 1}%xL;"
          )
      placed ++ Seq(
        "",
        s"    public static long $own(final long word) {",
        s"        return word >>> ${field}_LSB & ${field}_MASK;",
        "    }",
        ""
      )
    }
    nested(name, s"Fields of a packed $name.", fields :+ whole(name, int(v("width"))))
  }
}
