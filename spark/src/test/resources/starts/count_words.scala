// SPDX-License-Identifier: Apache-2.0
val Array(words, result) = sys.env("ARGUMENTS").split(" ")
val counts = (1 to 3).flatMap { _ =>
  val rows = spark.read.textFile(words).groupByKey(word => word).count().collect().sorted
  val pairs = sc.textFile(words, 8).map(word => (word, 1L)).reduceByKey(_ + _, 4).collect().sorted
  (rows ++ pairs).map { case (word, count) => s"$word,$count\n" }
}
java.nio.file.Files.writeString(java.nio.file.Path.of(result), counts.mkString)
:quit
