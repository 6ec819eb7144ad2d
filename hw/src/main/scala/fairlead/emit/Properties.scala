// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._

/** Property identifiers, read back from the emitted assertions: what is listed is what is checked. */
object Properties {
  private val message = """"(?:Assertion failed: )?([A-Z]{2,4}_[AP]\d+): ([^"\\]*)""".r

  def in(folders: Seq[Path]): Seq[(String, String)] = folders.filter(Files.isDirectory(_)).flatMap(read).distinct.sorted

  private def read(folder: Path): Seq[(String, String)] = {
    val stream = Files.list(folder)
    try
      stream.iterator.asScala
        .filter(_.toString.endsWith(".sv"))
        .flatMap(file => message.findAllMatchIn(Files.readString(file)))
        .map(m => m.group(1) -> m.group(2).trim)
        .toSeq
    finally stream.close()
  }
}
