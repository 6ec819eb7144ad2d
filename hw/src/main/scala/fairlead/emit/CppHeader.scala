// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import fairlead.emit.Render._
import ujson.{Obj, Value}

/** manifest -> hw_layout.h: values, field positions, capabilities, and the pins of a Verilated tile as one struct of
  * pointers.
  */
object CppHeader {
  def apply(manifest: Obj): String = {
    val hash = manifest("hash").str
    s"""// ${banner("CppHeader")}
       |#pragma once
       |#include <array>
       |#include <cstddef>
       |#include <cstdint>
       |
       |namespace fairlead::hw {
       |
       |inline constexpr char MANIFEST_SCHEMA[] = "${manifest("schema").str}";
       |inline constexpr char MANIFEST_HASH[] = "$hash";
       |
       |${entries(manifest("fixed")).map { case (k, v) => value(constant(k), int(v)) }.mkString("\n")}
       |${value("EVENT_PORTS", int(manifest("event_ports")))}
       |${value("FIRST_TILE_PORT_UNIT", int(manifest("first_port")))}
       |
       |${entries(manifest("codes")).map { case (k, v) => table(k, v) }.mkString("\n")}
       |${table("EventKind", manifest("event_kinds"), meaning)}
       |${table("EventUnit", manifest("event_units"))}
       |${flags("EVENT_IDENTITY", manifest, "identity")}
       |${flags("EVENT_REACTIVE", manifest, "reactive")}
       |
       |/// Position of one field in a packed word.
       |struct Field {
       |  int lsb;
       |  int width;
       |  constexpr uint64_t mask() const { return width >= 64 ? ~0ull : (1ull << width) - 1; }
       |  constexpr uint64_t get(uint64_t word) const { return (word >> lsb) & mask(); }
       |  constexpr uint64_t put(uint64_t value) const { return (value & mask()) << lsb; }
       |};
       |
       |${entries(manifest("layouts")).map { case (k, v) => layout(k, v) }.mkString("\n")}
       |// Records in buffers shared with Java, little-endian.
       |${entries(manifest("records")).map { case (k, v) => record(k, v) }.mkString("\n")}
       |
       |/// What one library was elaborated with.
       |struct Capability {
       |${capabilityFields(manifest).mkString("\n")}
       |};
       |${entries(manifest("variants")).map { case (k, v) => capability(k, v) }.mkString("\n")}
       |
       |${registers(manifest)}
       |${CppPorts(manifest)}
       |}  // namespace fairlead::hw
       |""".stripMargin
  }

  private def value(name: String, v: Int): String = s"inline constexpr int $name = $v;"

  private def table(name: String, rows: Value, doc: Value => String = _("doc").str): String =
    rows.arr.map(r => s"  ${constant(r("name").str)} = ${int(r("value"))},  // ${doc(r)}")
      .mkString(s"namespace $name {\nenum : int {\n", "\n", s"\n};\n}  // namespace $name")

  /** Bit v of word v / 64: event kind v has the property. */
  private def flags(name: String, manifest: Obj, key: String): String = {
    val kinds = manifest("event_kinds").arr.filter(_(key).bool).map(k => int(k("value"))).toSet
    val words = (0 until 4).map(w => (0 until 64).filter(b => kinds(64 * w + b)).foldLeft(BigInt(0))(_.setBit(_)))
    s"inline constexpr uint64_t $name[4] = {${words.map(w => s"0x${w.toString(16)}ull").mkString(", ")}};"
  }

  private def layout(name: String, v: Value): String = {
    val fields = v("fields").arr
    val sum    = fields.map(f => s"${f("name").str}.width").mkString(" + ")
    fields.map(f => s"inline constexpr Field ${f("name").str}{${int(f("lsb"))}, ${int(f("width"))}};")
      .mkString(s"namespace $name {\n", "\n",
        s"\ninline constexpr int WIDTH = ${int(v("width"))};\nstatic_assert($sum == WIDTH);\n}  // namespace $name")
  }

  private def record(name: String, fields: Value): String = {
    val all     = fields.arr
    val size    = all.map(f => int(f("bytes"))).sum
    val members = all.map(f => s"  uint${8 * int(f("bytes"))}_t ${f("name").str};  // ${f("doc").str}").mkString("\n")
    val checks =
      all.map(f => s"static_assert(offsetof($name, ${f("name").str}) == ${int(f("offset"))});").mkString("\n")
    s"struct $name {\n$members\n};\nstatic_assert(sizeof($name) == $size);\n$checks"
  }

  /** The registers that the caller of a library sets, with the values that it supports. */
  private def registers(manifest: Obj): String = {
    val all = for {
      table <- Seq("ConfigReg", "CollectiveReg")
      row   <- manifest("codes")(table).arr if row.obj.contains("high")
    } yield {
      val name = row("name").str
      s"      {$table::$name, \"$name\", ${int(row("low"))}, ${greatest(manifest, row("high").str)}},"
    }
    s"""/// A register that the caller of a library sets, with its least and greatest value.
       |struct Register {
       |  int number;
       |  const char* name;
       |  uint64_t low, high;
       |};
       |constexpr std::array<Register, ${all.size}> registers(const Capability& library) {
       |  return {{
       |${all.mkString("\n")}
       |  }};
       |}
       |""".stripMargin
  }

  private def greatest(manifest: Obj, high: String): String = {
    val library = variantKeys(manifest).map(_._1)
    high.split(' ') match {
      case Array(number) if number.forall(_.isDigit)           => number
      case Array("addressBits")                                => "(1ull << ADDRESS_BITS) - 1"
      case Array(name) if library.contains(name)               => s"static_cast<uint64_t>(library.$name)"
      case Array(name) if manifest("fixed").obj.contains(name) => constant(name)
      case word => word.mkString("(1ull << ", "::WIDTH * ", if (word.length == 1) "::WIDTH) - 1" else ") - 1")
    }
  }

  private def variantKeys(manifest: Obj) = entries(entries(manifest("variants")).head._2)
  private def capabilityFields(manifest: Obj): Seq[String] =
    "  const char* name;" +: variantKeys(manifest).map { case (k, v) =>
      if (v.boolOpt.isDefined) s"  bool $k;" else s"  int $k;"
    }
  private def capability(name: String, v: Value): String =
    (s"\"$name\"" +: entries(v).map(_._2.toString)).mkString(s"inline constexpr Capability ${constant(name)}{", ", ",
      "};")
}
