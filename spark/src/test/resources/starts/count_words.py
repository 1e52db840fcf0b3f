# SPDX-License-Identifier: Apache-2.0
"""Counts a file's words again and again, in SQL and by functions in Python, and writes what came out to a file."""
import operator
import sys

from pyspark.sql import SparkSession

words, result = sys.argv[1:]
spark = SparkSession.builder.appName("count words").getOrCreate()
counts = []
for _ in range(3):
    rows = spark.read.text(words).groupBy("value").count().orderBy("value").collect()
    counts += [f"{row['value']},{row['count']}" for row in rows]
    pairs = spark.sparkContext.textFile(words, 8).map(lambda word: (word, 1)).reduceByKey(operator.add, 4).collect()
    counts += [f"{word},{count}" for word, count in sorted(pairs)]
spark.stop()
with open(result, "w") as file:
    file.write("\n".join(counts) + "\n")
