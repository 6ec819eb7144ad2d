// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import fairlead.params.Structure
import fairlead.words.EventWords
import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** The hand-over to other languages: pinned by a golden file, self-consistent, and rendered without loss. */
class ManifestTest {
  private val emitted  = Files.readString(Path.of("target/manifest.json"))
  private val manifest = ujson.read(emitted)

  @Test def equalsItsGoldenFile(): Unit = {
    val golden = Files.readString(Path.of("src/test/resources/manifest.json"))
    val differ = golden.linesIterator.toSeq.zip(emitted.linesIterator).find { case (a, b) => a != b }
    assertTrue(golden == emitted, s"an interface has changed (golden, emitted): $differ; if so meant, run scripts/docs")
  }

  @Test def startsWithItsSchemaAndSortsItsKeys(): Unit = {
    val keys = manifest.obj.keys.toSeq
    assertEquals("schema", keys.head)
    assertEquals(keys.tail.sorted, keys.tail)
  }

  @Test def namesNothingOfTheMachineThatWroteIt(): Unit =
    Seq("user.home", "user.dir", "user.name").map(System.getProperty).foreach { fact =>
      assertTrue(fact.length < 5 || !emitted.contains(fact), fact)
    }

  @Test def packsEveryWordWithoutGapOrOverlap(): Unit =
    manifest("layouts").obj.foreach { case (name, layout) =>
      val bits = layout("fields").arr.reverse.foldLeft(0) { (lsb, field) =>
        assertEquals(lsb, field("lsb").num.toInt, s"$name.${field("name").str}")
        lsb + field("width").num.toInt
      }
      assertEquals(bits, layout("width").num.toInt, name)
    }

  @Test def putsTheFirstFieldInTheMostSignificantBits(): Unit = {
    val header = manifest("layouts")("Header0")
    assertEquals(64, header("width").num.toInt)
    assertEquals("stamp", header("fields")(0)("name").str)
    assertEquals(0, header("fields").arr.last("lsb").num.toInt)
  }

  /** A word that is named like a layout is one: a layout that was renamed leaves no event without fields. */
  @Test def knowsTheLayoutOfEveryWordOfAnEvent(): Unit = {
    val layouts = manifest("layouts").obj
    val codes   = manifest("codes").obj
    val named = manifest("event_kinds").arr.flatMap { kind =>
      kind("words").obj.values.flatMap(word => "[A-Z][a-z]+[A-Z0-9]\\w*".r.findFirstIn(word.str)).map(
        kind("name").str -> _
      )
    }
    named.foreach { case (kind, name) => assertTrue(layouts.contains(name) || codes.contains(name), s"$kind: $name") }
    val used = named.map(_._2).toSet
    EventWords.layouts(Structure()).foreach { case (name, _) => assertTrue(used(name), s"no event has a word $name") }
  }

  @Test def givesEachValueOfATableToOneName(): Unit =
    (manifest("codes").obj.toSeq ++ Seq("kinds" -> manifest("event_kinds"),
      "units"                                   -> manifest("event_units"))).foreach {
      case (name, rows) =>
        Seq("value", "name").foreach { key =>
          val all = rows.arr.map(_(key))
          assertEquals(all.distinct.size, all.size, s"$name: a $key twice")
        }
    }

  @Test def refusesAPortThatHasNoPointerType(): Unit = {
    val wide = ujson.read(emitted).asInstanceOf[ujson.Obj]
    wide("tile_ports").arr.append(ujson.Obj("name" -> "wide", "count" -> 0, "width" -> 65))
    assertThrows(classOf[IllegalArgumentException], () => { CppHeader(wide); () })
  }
}
