// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import chisel3._
import chisel3.reflect.DataMirror
import fairlead.words.{CollectiveWords, EventWords, Meant, Words}
import fairlead.params._
import fairlead.router.{FlitMeta, RouterShape}
import fairlead.tile.{FlatParams, TileIO}
import java.security.MessageDigest
import ujson.{Arr, Bool => JBool, Num, Obj, Str, Value}

/** Everything that crosses a language (D6), as JSON: schema first, keys sorted, nothing of the machine that wrote it.
  *
  * `hash` covers all but `variants`, `flats` and `properties`: libraries of several depths, with and without
  * assertions, serve one Java build.
  */
object Manifest {
  val schema = "fairlead.manifest/1"

  def apply(variants: Seq[Variant], properties: Seq[(String, String)])(implicit structure: Structure): Obj = {
    val layout = Obj(
      "structure" -> keys,
      "fixed"     -> Obj.from(fixed.map { case (k, v) => k -> num(v) }),
      "codes"     -> Obj.from(codes.map { case (name, all) => name -> Arr.from(all.map(code)) }),
      "layouts" -> Obj.from(
        (Words.layouts ++ CollectiveWords.layouts ++ EventWords.layouts :+ meta).map { case (name, bundle) =>
          name -> layoutOf(bundle)
        }
      ),
      "meant" -> Obj.from(Meant.tables.map { case (command, kinds) => command.name -> meant(kinds) }),
      "host_words" -> Obj.from(Meant.host.map { case (command, words) =>
        command.name -> Arr.from(words.map(Str(_)))
      }),
      "records"      -> Obj.from(Records.all.map { case (name, fields) => name -> record(fields) }),
      "event_kinds"  -> Arr.from(EventKind.all.map(eventKind)),
      "event_units"  -> Arr.from(EventUnit.all.map(u => code(Code(u.name, u.value, u.doc)))),
      "event_ports"  -> num(EventUnit.tilePorts.size),
      "first_port"   -> num(EventUnit.firstTilePort),
      "port_structs" -> Obj.from(structs(new TileIO).map { case (name, b) => name -> fieldsOf(b) }),
      "tile_ports"   -> fieldsOf(new TileIO)
    )
    val hash = sha256(ujson.write(sorted(layout)))
    val rest = Obj(
      "hash"       -> Str(hash),
      "properties" -> Obj.from(properties.map { case (id, text) => id -> Str(text) }),
      "variants"   -> Obj.from(variants.flatMap(v => v.tile.map(p => v.name -> capability(p)))),
      "flats"      -> Obj.from(variants.flatMap(v => v.flat.map(f => v.name -> flat(f))))
    )
    val body = Obj.from((layout.value ++ rest.value).toSeq.map { case (k, v) => k -> sorted(v) }.sortBy(_._1))
    Obj.from(("schema" -> Str(schema)) +: body.value.toSeq)
  }

  def text(manifest: Obj): String = ujson.write(manifest, indent = 1) + "\n"

  /** What a router keeps next to a flit: no word of the interface, but the inspection map reads it. */
  private def meta(implicit structure: Structure): (String, Bundle) =
    "FlitMeta" -> new FlitMeta(RouterShape(TileParams("product")))

  /** The numbers that other languages read, dlaChannels as a parameter of each library. */
  private def fixed(implicit structure: Structure): Seq[(String, Int)] = Fixed.table ++ CollectiveFixed.table ++
    structure.table.filterNot(_._1 == "dlaChannels") ++ structure.derived

  private def keys(implicit structure: Structure): Value = Obj.from(
    Structure.keys.zip(structure.table).zip(Structure().table).map { case ((key, (_, value)), (_, standard)) =>
      key.name -> Obj(
        "value"    -> num(value),
        "standard" -> num(standard),
        "allowed"  -> Arr.from(key.allowed.map(num)),
        "doc"      -> Str(key.doc)
      )
    }
  )

  private val codes: Seq[(String, Seq[Code])] = Seq(
    "PacketType"        -> PacketType.all,
    "PacketMode"        -> PacketMode.all,
    "OpKind"            -> OpKind.all,
    "AtomicFunction"    -> AtomicFunction.all,
    "WriteOp"           -> WriteOp.all,
    "TileCommand"       -> TileCommand.all,
    "HostCommand"       -> HostCommand.all,
    "ConfigReg"         -> (ConfigReg.all ++ DepthReg.all),
    "FaultId"           -> FaultId.all,
    "MuteId"            -> MuteId.all,
    "EpochState"        -> EpochState.all,
    "RejectReason"      -> RejectReason.all,
    "RefusalReason"     -> RefusalReason.all,
    "DlaErrorReason"    -> DlaErrorReason.all,
    "DlaDropReason"     -> DlaDropReason.all,
    "ResourceKind"      -> ResourceKind.all,
    "GuardReason"       -> GuardReason.all,
    "UnsafeVariant"     -> UnsafeVariant.all,
    "CollectiveMode"    -> CollectiveMode.all,
    "CollectiveOp"      -> CollectiveOp.all,
    "CollectiveRefusal" -> CollectiveRefusal.all,
    "CollectiveReg"     -> CollectiveReg.all,
    "DeviceResult"      -> DeviceResult.all,
    "WaitCause"         -> WaitCause.all,
    "SendCause"         -> SendCause.all,
    "ReceiveCause"      -> ReceiveCause.all
  )

  private def num(v: Int): Value = Num(v.toDouble)
  private def code(c: Code): Value = Obj.from(
    Seq("name" -> Str(c.name), "value" -> num(c.value), "doc" -> Str(c.doc)) ++
      c.range.toSeq.flatMap(r => Seq("low" -> num(r.low), "high" -> Str(r.high)))
  )
  private def eventKind(e: EventKind): Value = Obj(
    "name"     -> Str(e.name),
    "value"    -> num(e.value),
    "identity" -> JBool(e.identity),
    "reactive" -> JBool(e.reactive),
    "doc"      -> Str(e.doc),
    "words"    -> Obj("a" -> Str(e.a), "b" -> Str(e.b), "c" -> Str(e.c))
  )

  /** Parameters of one library, by the names of TileParams; those without an effect outside are omitted. */
  private def capability(p: TileParams): Value =
    Obj.from(p.productElementNames.zip(p.productIterator).toSeq.filterNot(_._1 == "physical").collect {
      case (k, v: Int)     => k -> num(v)
      case (k, v: Boolean) => k -> JBool(v)
    })

  private def flat(f: FlatParams): Value = Obj(
    "kx"             -> num(f.kx), "ky" -> num(f.ky), "kz" -> num(f.kz),
    "link_latency"   -> num(f.linkLatency),
    "credit_latency" -> num(f.creditLatency)
  )

  /** Packed layout, most significant field first. `elements` runs from the last declared field, which is the lowest. */
  private def layoutOf(bundle: Bundle): Value = {
    val fields = bundle.elements.toSeq
    val lsbs   = fields.scanLeft(0) { case (lsb, (_, data)) => lsb + data.getWidth }
    Obj(
      "width" -> num(bundle.getWidth),
      "fields" -> Arr.from(fields.zip(lsbs).reverse.map { case ((name, data), lsb) =>
        Obj("name" -> Str(name), "lsb" -> num(lsb), "width" -> num(data.getWidth))
      })
    )
  }

  private def meant(kinds: Seq[(Code, Seq[Seq[String]])]): Value = Obj.from(kinds.map { case (kind, words) =>
    kind.name -> Arr.from(words.map(names => Arr.from(names.map(Str(_)))))
  })

  private def record(fields: Seq[RecordField]): Value =
    Arr.from(fields.zip(Records.offsets(fields)).map { case (f, offset) =>
      Obj("name" -> Str(f.name), "offset" -> num(offset), "bytes" -> num(f.bytes), "doc" -> Str(f.doc))
    })

  private def inner(data: Data): Data = data match { case v: Vec[_] => v.head; case d => d }

  /** Bundles among the pins, by class name. */
  private def structs(bundle: Bundle): Seq[(String, Bundle)] =
    bundle.elements.values.map(inner).collect { case b: Bundle => (b.className, b) +: structs(b) }.flatten.toSeq
      .distinctBy(_._1)
      .sortBy(_._1)

  /** Pins of a Bundle in the order of declaration: count 0 is no Vec; a struct or a width. */
  private def fieldsOf(bundle: Bundle): Value = Arr.from(bundle.elements.toSeq.reverse.map { case (name, data) =>
    val count = data match { case v: Vec[_] => v.length; case _ => 0 }
    val kind = inner(data) match {
      case b: Bundle => Seq("struct" -> Str(b.className))
      case d         => Seq("width" -> num(d.getWidth))
    }
    val way = DataMirror.specifiedDirectionOf(data) match {
      case SpecifiedDirection.Input  => Seq("direction" -> Str("input"))
      case SpecifiedDirection.Output => Seq("direction" -> Str("output"))
      case _                         => Seq.empty
    }
    Obj.from(Seq("name" -> Str(name), "count" -> num(count)) ++ kind ++ way)
  })

  private def sorted(value: Value): Value = value match {
    case Obj(map) => Obj.from(map.toSeq.map { case (k, v) => k -> sorted(v) }.sortBy(_._1))
    case Arr(all) => Arr.from(all.map(sorted))
    case v        => v
  }

  private def sha256(text: String): String =
    MessageDigest.getInstance("SHA-256").digest(text.getBytes("UTF-8")).map(b => f"$b%02x").mkString
}
