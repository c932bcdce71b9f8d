val flinkVersion = "0.1.0-SNAPSHOT"

libraryDependencies ++= Seq(
  "io.millrace" % "millrace" % flinkVersion,
  "io.millrace" % "millrace" % flinkVersion % "provided",
  "org.apache.flink" %% "flink-streaming-scala" % "1.20.0"
)
