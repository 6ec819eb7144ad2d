// SPDX-License-Identifier: Apache-2.0
package fairlead.top

import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

/** Faults live in their own build (D13): the Verilog that is run by default has none of them. */
class FaultsTest {
  private val names = """\b(armed|early|tooEarly|WriteFaults)\b|cmd_op == 8'hD\b""".r

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
    assertEquals(Set.empty[String], found("small"))
  }

  @Test def looksForNamesThatTheFaultsBuildHas(): Unit = {
    val lab = found("lab")
    assertTrue(Set("armed", "early", "WriteFaults", "cmd_op == 8'hD").subsetOf(lab), lab.toString)
  }

  @Test def leavesNoAssertionInTheDefaultVerilog(): Unit = {
    val tile = Files.readString(Path.of("target/rtl/product/Tile.sv"))
    assertFalse(tile.contains("$error"), "assertions cost time; they belong to lab")
    assertTrue(Files.readString(Path.of("target/rtl/lab/Tile.sv")).contains("TI_P1"))
  }
}
