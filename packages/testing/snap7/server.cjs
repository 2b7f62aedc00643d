/* One CPU of snap7: argument 1 is JSON {port, pdu, areas: [{code, index, bytes (base64)}]}. */
const snap7 = require(process.env.SNAP7_MODULE);

const { port, pdu, areas } = JSON.parse(process.argv[2]);
const server = new snap7.S7Server();
server.SetResourceless(false);
server.SetParam(server.LocalPort, port);
if (pdu) server.SetParam(server.PDURequest, pdu);
for (const { code, index, bytes } of areas) {
  const buffer = Buffer.from(bytes, "base64");
  const done = code === 5 ? server.RegisterArea(code, index, buffer) : server.RegisterArea(code, buffer);
  if (!done) throw new Error(server.ErrorText(server.LastError()));
}
if (server.StartTo("127.0.0.1") === false) throw new Error(server.ErrorText(server.LastError()));
process.stdout.write("ready\n");
process.on("SIGTERM", () => {
  server.Stop();
  process.exit(0);
});
setInterval(() => undefined, 60_000);
