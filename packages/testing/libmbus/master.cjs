/* Argument 1 is JSON {port, ask}; `ask` is a list of addresses, or "scan". Prints what libmbus read, as JSON. */
const MbusMaster = require(process.env.MBUS_MODULE);

const { port, ask } = JSON.parse(process.argv[2]);
const master = new MbusMaster({ host: "127.0.0.1", port, timeout: 80, autoConnect: true });

async function main() {
  if (ask === "scan") return await master.scanSecondaryAsync();
  const answers = [];
  for (const address of ask) {
    answers.push(
      await master.getDataAsync(address, { pingFirst: false }).catch((error) => ({ error: String(error) })),
    );
  }
  return answers;
}

void main().then((found) => {
  process.stdout.write(JSON.stringify(found));
  master.close(() => process.exit(0));
});
