// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import fairlead.emit.Render._
import ujson.{Obj, Value}

/** manifest -> the part of hw_layout.h that binds a Verilated tile: its pins as one struct of pointers. */
object CppPorts {
  def apply(manifest: Obj): String =
    s"""// Pointers to the port members of a Verilated tile.
       |${structsInOrder(manifest).map(s => struct(s + "Pins", manifest("port_structs")(s))).mkString("\n")}
       |struct TilePorts {
       |  uint8_t* clock;
       |  uint8_t* reset;
       |${members(manifest("tile_ports"))}
       |};
       |
       |/// Binds a Verilated `Tile`. A port whose width differs from the manifest does not compile.
       |template <class Top> void bind_tile(Top* top, TilePorts& p) {
       |  p.clock = &top->clock;
       |  p.reset = &top->reset;
       |${pins(manifest).map(pin => s"  p.${pin.path} = &top->${pin.member};").mkString("\n")}
       |}
       |""".stripMargin

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
