/* Argument 1 is JSON {port, calls: [{area, db, start, size, bytes?}]}; prints what was read as base64. */
const snap7 = require(process.env.SNAP7_MODULE);

const { port, calls } = JSON.parse(process.argv[2]);
const client = new snap7.S7Client();
client.SetParam(client.RemotePort, port);
if (!client.ConnectTo("127.0.0.1", 0, 1)) throw new Error(client.ErrorText(client.LastError()));
const answers = calls.map(({ area, db, start, size, bytes }) => {
  const type = area === 0x1c ? 0x1c : area === 0x1d ? 0x1d : 0x02;
  if (bytes) return client.WriteArea(area, db, start, size, type, Buffer.from(bytes, "base64"));
  const read = client.ReadArea(area, db, start, size, type);
  return read === false ? client.ErrorText(client.LastError()) : read.toString("base64");
});
client.Disconnect();
process.stdout.write(JSON.stringify(answers));
