// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

/** Faults live in their own build (D13): the Verilog that is run by default has none of them. */
class FaultsTest {
  private val names =
    """\b((\w+_)?(armed|early|tooEarly)|WriteFaults|\w*[uU]nsafe\w*|\w*anyClosing)\b|cmd_op == 8'hD\b|cfg_reg == 8'h1F\b""".r

  /** The laboratory's build has all variants, that of `scripts/test` alone only `product`, `lab` and `units`. */
  private def isBuilt(variant: String) = Files.isDirectory(Path.of("target/rtl", variant))

  private def found(variant: String): Set[String] = {
    val files = Files.list(Path.of("target/rtl", variant))
    try
      files.iterator.asScala
        .filter(_.toString.endsWith(".sv"))
        .flatMap(file => names.findAllIn(Files.readString(file)))
        .toSet
    finally files.close()
  }

  @Test def leavesNoFaultInTheDefaultVerilog(): Unit = {
    assertEquals(Set.empty[String], found("product"))
    Seq("small", "route").filter(isBuilt).foreach(variant => assertEquals(Set.empty[String], found(variant), variant))
  }

  @Test def looksForNamesThatTheFaultsBuildHas(): Unit = {
    val lab  = found("lab")
    val some = Set("armed", "WriteFaults", "cmd_op == 8'hD", "cfg_reg == 8'h1F", "unsafeVariant", "io_unsafe")
    assertTrue(some.subsetOf(lab), lab.toString)
    assertTrue(!isBuilt("route_lab") || found("route_lab").contains("io_unsafe"))
  }

  private def sources: Seq[Path] = {
    val files = Files.walk(Path.of("src/main/scala/fairlead"))
    try files.iterator.asScala.filter(_.toString.endsWith(".scala")).toSeq
    finally files.close()
  }

  /** The units know nothing of flaws: package `flaws` overrides their decisions (decision 16). */
  @Test def leavesNoFlawInASourceOfAUnit(): Unit = {
    val known = Set("emit", "params") // what builds the variants, and the codes of the flaws
    val units = sources.filterNot(file => known.contains(file.getParent.getFileName.toString))
    assertTrue(units.size > 40, units.size.toString)
    units.foreach(file => assertEquals(None, flaw(Files.readString(file)), file.toString))
  }

  @Test def namesTheLaboratoryInNoSourceOfTheProduct(): Unit = {
    val lab = "fairlead\\.(flaws|prove|lab)\\b".r
    assertTrue(lab.findFirstIn(Files.readString(Path.of("src/lab/scala/fairlead/lab/EmitLab.scala"))).isDefined)
    sources.foreach(file => assertEquals(None, lab.findFirstIn(Files.readString(file)), file.toString))
  }

  private def flaw(source: String): Option[String] = "(?i)unsafe|\\bfaults\\b".r.findFirstIn(source)

  @Test def seesAFlawThatIsWrittenIntoAUnit(): Unit = {
    val unit = Files.readString(Path.of("src/main/scala/fairlead/dma/CommitQueue.scala"))
    val at   = unit.indexOf("io.front.valid")
    assertTrue(at > 0)
    Seq("io.unsafe.valid || ", "UnsafeVariant.OneVc, ", "when(p.faults) ").foreach(seeded =>
      assertTrue(flaw(unit.substring(0, at) + seeded + unit.substring(at)).isDefined, seeded)
    )
  }

  @Test def leavesNoAssertionInTheDefaultVerilog(): Unit = {
    val tile = Files.readString(Path.of("target/rtl/product/Tile.sv"))
    assertFalse(tile.contains("$error"), "assertions cost time; they belong to lab")
    assertTrue(Files.readString(Path.of("target/rtl/lab/Tile.sv")).contains("TI_P1"))
  }
}
