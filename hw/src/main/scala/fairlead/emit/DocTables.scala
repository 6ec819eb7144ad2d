// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import fairlead.emit.Render._
import fairlead.params.Structure
import fairlead.words.EventWords
import ujson.{Obj, Value}

/** manifest -> tables of the documentation, by name; scripts/docs puts them between their markers. */
object DocTables {
  def apply(manifest: Obj): Seq[(String, String)] =
    Seq(
      "fixed" -> rows(Seq("Name", "Value"), entries(manifest("fixed")).map { case (k, v) => Seq(k, v.toString) }),
      "structure" -> rows(
        Seq("Key", "Default", "May be", "Meaning"),
        entries(manifest("structure")).map { case (k, v) =>
          Seq(s"`${snake(k)}`", v("standard").toString, choices(v("allowed").arr.map(int).toSeq), v("doc").str)
        }
      ),
      "events" -> rows(
        Seq("Kind", "Value", "Identity", "Reactive", "Meaning", "a", "b", "c"),
        manifest("event_kinds").arr.toSeq.map(e =>
          Seq(e("name").str, e("value").toString, yes(e("identity")), yes(e("reactive")), e("doc").str) ++
            Seq("a", "b", "c").map(e("words")(_).str)
        )
      ),
      "units"               -> codes(manifest("event_units")),
      "properties"          -> properties(entries(manifest("properties"))),
      "tile-ports"          -> ports(manifest("tile_ports")),
      "variants"            -> variants(manifest),
      "packet-types"        -> codes(manifest("codes")("PacketType")),
      "operations"          -> codes(manifest("codes")("OpKind")),
      "atomic-functions"    -> codes(manifest("codes")("AtomicFunction")),
      "write-ops"           -> codes(manifest("codes")("WriteOp")),
      "packet-modes"        -> codes(manifest("codes")("PacketMode")),
      "commands"            -> codes(manifest("codes")("TileCommand").arr ++ manifest("codes")("HostCommand").arr),
      "config"              -> registers(manifest("codes")("ConfigReg")),
      "faults"              -> codes(manifest("codes")("FaultId")),
      "mutes"               -> codes(manifest("codes")("MuteId")),
      "epoch-states"        -> codes(manifest("codes")("EpochState")),
      "rejections"          -> codes(manifest("codes")("RejectReason")),
      "refusals"            -> codes(manifest("codes")("RefusalReason")),
      "dla-errors"          -> codes(manifest("codes")("DlaErrorReason")),
      "dla-drops"           -> codes(manifest("codes")("DlaDropReason")),
      "collective-modes"    -> codes(manifest("codes")("CollectiveMode")),
      "collective-ops"      -> codes(manifest("codes")("CollectiveOp")),
      "collective-refusals" -> codes(manifest("codes")("CollectiveRefusal")),
      "wait-causes"         -> codes(manifest("codes")("WaitCause")),
      "send-causes"         -> codes(manifest("codes")("SendCause")),
      "receive-causes"      -> codes(manifest("codes")("ReceiveCause")),
      "host-words" -> rows(
        Seq("Command", "w0", "w1", "w2", "w3"),
        entries(manifest("host_words")).map { case (command, words) =>
          command +: words.arr.toSeq.map(word => meant(word.str))
        }
      ),
      "device-results"    -> codes(manifest("codes")("DeviceResult")),
      "collective-config" -> codes(manifest("codes")("CollectiveReg")),
      "layouts"           -> layouts(manifest, !isEvent(_)),
      "event-words"       -> layouts(manifest, isEvent)
    ) ++
      entries(manifest("layouts")).map { case (k, v) => "layout-" + kebab(k) -> layout(v) } ++
      entries(manifest("port_structs")).map { case (k, v) => "pins-" + kebab(k) -> ports(v) } ++
      entries(manifest("properties")).groupBy(_._1.takeWhile(_ != '_')).toSeq.sortBy(_._1).map { case (unit, all) =>
        "properties-" + unit.toLowerCase -> properties(all)
      }

  def kebab(name: String): String = name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase

  private def snake(name: String): String = kebab(name).replace('-', '_')

  private def choices(all: Seq[Int]): String =
    if (all.size > 4 && all == (all.head to all.last)) s"${all.head} to ${all.last}" else all.mkString(", ")
  private def meant(word: String): String = word match {
    case "0"                 => ""
    case "64"                => "all"
    case n if n.head.isDigit => s"${n.toInt - 1}:0"
    case layout              => layout
  }
  private def yes(v: Value): String = if (v.bool) "yes" else "no"
  private def codes(v: Value): String =
    rows(Seq("Name", "Value", "Meaning"), v.arr.toSeq.map(r => Seq(r("name").str, r("value").toString, r("doc").str)))
  private def registers(v: Value): String = rows(
    Seq("Name", "Value", "Range", "Meaning"),
    v.arr.toSeq.map(r => Seq(r("name").str, r("value").toString, range(r.obj), r("doc").str))
  )
  private def range(row: collection.Map[String, Value]): String = row.get("high").map(_.str).fold("-") {
    case "addressBits"             => s"${row("low")} to 2^addressBits - 1"
    case word if word.head.isUpper => word.replaceAll("(\\w+) (\\d+)", "$2 $1")
    case high                      => s"${row("low")} to $high"
  }
  private def properties(all: Seq[(String, Value)]): String =
    rows(Seq("Property", "Violated when"),
      all.sortBy { case (id, _) => (id.takeWhile(!_.isDigit), id.filter(_.isDigit).toInt) }
        .map { case (id, text) => Seq(id, text.str) })
  private def layout(v: Value): String = rows(Seq("Bits", "Field", "Width"), fields(v))
  private def fields(v: Value): Seq[Seq[String]] = v("fields").arr.reverse.toSeq.map { f =>
    val (lsb, width) = (int(f("lsb")), int(f("width")))
    Seq(if (width == 1) s"$lsb" else s"${lsb + width - 1}:$lsb", f("name").str, width.toString)
  }
  private def isEvent(layout: String): Boolean = EventWords.layouts(Structure()).exists(_._1 == layout)

  /** One row a word: its fields with their bits, the least significant first. */
  private def layouts(manifest: Obj, wanted: String => Boolean): String = rows(
    Seq("Word", "Bits", "Fields"),
    entries(manifest("layouts")).filter(e => wanted(e._1)).map { case (name, v) =>
      Seq(name, v("width").toString, fields(v).map(f => s"${f(1)} ${f(0)}").mkString(", "))
    }
  )
  private def ports(v: Value): String = rows(
    Seq("Port", "Direction", "Bits"),
    v.arr.toSeq.map { f =>
      val name = f("name").str + (if (int(f("count")) == 0) "" else s"[${int(f("count"))}]")
      Seq(name, f.obj.get("direction").fold("-")(_.str), f.obj.get("struct").fold(f("width").toString)(_.str))
    }
  )
  private def variants(manifest: Obj): String = {
    val all = entries(manifest("variants"))
    rows("Parameter" +: all.map(_._1), entries(all.head._2).map { case (k, _) => k +: all.map(_._2(k).toString) })
  }

  private val marker = s"<!-- ${banner("DocTables")} -->\n"

  private def rows(head: Seq[String], body: Seq[Seq[String]]): String =
    (head +: head.map(_ => "---") +: body)
      .map(_.map(_.replace("|", "\\|")).mkString("| ", " | ", " |\n"))
      .mkString(marker, "", "")
}
