// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

/** One start elaborates several structures, and none of them sees another. */
class StructuresTest {
  @TempDir var folder: Path = _

  private def emit(args: String*): Unit             = Emit.main(args.toArray)
  private def read(structure: String, file: String) = Files.readString(folder.resolve(structure).resolve(file))
  private def fixed(structure: String, key: String): Int =
    ujson.read(read(structure, "manifest.json"))("fixed")(key).num.toInt

  @Test def elaboratesEachWithItsOwnNumbersSideBySide(): Unit = {
    val narrow = Files.writeString(folder.resolve("narrow.txt"), "vcsPerClass=2\ndimensions=2\ncounters=256\n").toString
    val of     = (name: String) => folder.resolve(name).toString
    emit(of("standard"), "route", "--structure", narrow, of("narrow"), "route")
    assertEquals(Seq(4, 3, 64, 28),
      Seq("vcsPerClass", "dimensions", "counters", "addressBits").map(fixed("standard", _)))
    assertEquals(Seq(2, 2, 256, 24),
      Seq("vcsPerClass", "dimensions", "counters", "addressBits").map(fixed("narrow", _)))
    val route = "rtl/route/RouteUnit.sv"
    emit(of("default"), "route")
    assertEquals(read("default", route), read("standard", route), "the default structure")
    assertTrue(read("narrow", route) != read("standard", route))
    emit("--structure", narrow, of("alone"), "route")
    Seq(route, "manifest.json").foreach(file => assertEquals(read("alone", file), read("narrow", file), file))
  }

  @Test def refusesAKeyThatNoStructureHas(): Unit = {
    val file  = Files.writeString(folder.resolve("bad.txt"), "vcs=2\n").toString
    val error = assertThrows(classOf[IllegalArgumentException], () => emit("--structure", file, folder.toString))
    assertTrue(error.getMessage.contains("no key vcs"), error.getMessage)
  }
}
