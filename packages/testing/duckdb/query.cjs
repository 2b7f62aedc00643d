/* Answers SQL statements, a JSON list in the first argument: rows per statement, as JSON. DUCKDB_MODULE names the package. */
const { DuckDBInstance } = require(process.env.DUCKDB_MODULE);

async function main() {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("SET TimeZone = 'UTC'");
  const answers = [];
  for (const statement of JSON.parse(process.argv[2])) {
    answers.push((await connection.runAndReadAll(statement)).getRowObjectsJson());
  }
  process.stdout.write(JSON.stringify(answers));
}

main().catch((error) => {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
});
