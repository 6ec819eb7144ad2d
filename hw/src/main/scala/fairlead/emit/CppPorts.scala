// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import fairlead.emit.Render._
import fairlead.tile.OneClockIO
import ujson.{Obj, Value}

/** manifest -> the part of hw_layout.h that binds a Verilated tile: its pins as one struct of pointers. */
object CppPorts {

  /** Clock pins that a flat torus gives its tiles itself. */
  private val inTile =
    Seq("pickClock", "sendClock", "replyClock", "receiveClock", "orderClock", "storeClock", "treeClock",
      "countClock", "cfgClock")

  def apply(manifest: Obj): String = {
    val ofParts             = inTile :+ "hostClock"
    val (hints, functional) = pins(manifest).partition(pin => OneClockIO.hints(pin.path))
    def connect(pin: Pin) = s"  p.${pin.path} = &top->${pin.member};"
    s"""// Pointers to the port members of a Verilated tile.
       |${structsInOrder(manifest).map(s => struct(s + "Pins", manifest("port_structs")(s))).mkString("\n")}
       |struct TilePorts {
       |  uint8_t* clock;
       |${inTile.map(name => s"  uint8_t* $name; // null in a flat model").mkString("\n")}
       |  uint8_t* hostClock;
       |  uint8_t* reset;
       |${members(manifest("tile_ports"))}
       |};
       |
       |/// Binds a Verilated `Tile`. A port whose width differs from the manifest does not compile.
       |template <class Top> void bind_tile(Top* top, TilePorts& p) {
       |  p.clock = &top->clock;
       |  p.reset = &top->reset;
       |#ifdef FAIRLEAD_GATED  // one clock, and no pins that tell of others
       |${(ofParts ++ hints.map(_.path)).map(name => s"  p.$name = nullptr;").mkString("\n")}
       |#else
       |${ofParts.map(name => s"  p.$name = &top->$name;").mkString("\n")}
       |${hints.map(connect).mkString("\n")}
       |#endif
       |${functional.map(connect).mkString("\n")}
       |}
       |${flat(manifest)}
       |""".stripMargin
  }

  /** `bind_flat` for a library whose top is a whole torus; FAIRLEAD_FLAT is its number of tiles. */
  private def flat(manifest: Obj): String = {
    val pin = pins(manifest).map(pin => s"    p.${pin.path} = &top->io_tile_##i##${pin.member.stripPrefix("io")};")
    s"""
       |#ifdef FAIRLEAD_FLAT
       |${entries(manifest("flats")).map { case (_, f) => flatShape(f) }.mkString("\n")}
       |#define FAIRLEAD_BIND(i) case i: \\
       |${pin.mkString(" \\\n")} \\
       |    break;
       |/// Binds tile i of a Verilated `Flat`.
       |template <class Top> void bind_flat(Top* top, int i, TilePorts& p) {
       |  p.clock = &top->clock;
       |${inTile.map(name => s"  p.$name = nullptr;").mkString("\n")}
       |  p.hostClock = &top->hostClock;
       |  p.reset = &top->reset;
       |  switch (i) {
       |${(0 until 4).map(i => s"    FAIRLEAD_BIND($i)").mkString("\n")}
       |#if FAIRLEAD_FLAT > 4
       |${(4 until 8).map(i => s"    FAIRLEAD_BIND($i)").mkString("\n")}
       |#endif
       |  }
       |}
       |#undef FAIRLEAD_BIND
       |#endif""".stripMargin.trim
  }

  private def flatShape(f: Value): String = {
    val tiles = Seq("kx", "ky", "kz").map(k => int(f(k))).product
    entries(f).map { case (k, v) => s"inline constexpr int FLAT_${k.toUpperCase} = ${int(v)};" }
      .mkString(s"#if FAIRLEAD_FLAT == $tiles\n", "\n", "\n#endif")
  }

  /** Structs before those that use them. */
  private def structsInOrder(manifest: Obj): Seq[String] = {
    def uses(s: String): Seq[String] =
      manifest("port_structs")(s).arr.toSeq.flatMap(_.obj.get("struct")).flatMap(u => uses(u.str)) :+ s
    entries(manifest("port_structs")).flatMap { case (s, _) => uses(s) }.distinct
  }

  private def struct(name: String, fields: Value): String = s"struct $name {\n${members(fields)}\n};"

  private def members(fields: Value): String = fields.arr.map { f =>
    val kind  = f.obj.get("struct").map(_.str + "Pins ").getOrElse(pointer(int(f("width"))))
    val count = int(f("count"))
    s"  $kind${f("name").str}${if (count == 0) "" else s"[$count]"};"
  }.mkString("\n")

  private def pointer(width: Int): String = {
    require(width <= 64, s"CppPorts: a tile port of more than 64 bits has no pointer type, got $width")
    s"uint${Seq(8, 16, 32, 64).find(width <= _).get}_t* "
  }
}
