/**
 * The secure routing test's part that runs in a network namespace of its own: two pods on one backbone, and a listener. Prints what
 * it saw as one line of JSON.
 */
import { createSocket } from "node:dgram";
import { keyringName } from "@hubwart/knx/secure/stored";
import { wrapFrame } from "@hubwart/knx/secure/wrapper";
import { makeKeyring } from "@hubwart/knx/testing/keyring";
import { CEMI, cemiFrame, groupTpdu } from "@hubwart/knx/wire/cemi";
import { knxFrame, SERVICE } from "@hubwart/knx/wire/frame";
import { PodRun, podLoad, type TestChannel } from "../../testing/index.ts";
import { kind } from "../index.ts";

const KEY = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");
const GROUP = "224.0.23.12";
const PORT = 3671;

async function start(local: string, address: string, channels: TestChannel[]): Promise<PodRun> {
  const load = podLoad(
    kind.schema,
    [{ mode: "routing", local, individual_address: address, time: 0, secure: true }],
    channels,
  );
  load.files[keyringName("main")] = makeKeyring({
    password: "p",
    backbone: { key: KEY, latency: 500 },
  }).toString("base64");
  load.secrets[keyringName("main")] = "p";
  const run = new PodRun(kind, load);
  run.hub = () => undefined;
  await run.pod.start();
  return run;
}

const frames: string[] = [];
const listener = createSocket({ type: "udp4", reuseAddr: true });
listener.on("message", (bytes) => frames.push(bytes.toString("hex")));
await new Promise<void>((resolve) => void listener.bind(PORT, GROUP, resolve));
listener.addMembership(GROUP, "127.0.0.1");

const first = await start("127.0.0.1", "1.1.1", [
  { chan: "temp", config: { address: "1/2/3", dpt: "9.001" } },
  { chan: "licht", dir: "out", config: { address: "1/0/1", dpt: "1.001" } },
]);
await first.until(() => first.iface()?.state === true);
const second = await start("127.0.0.2", "1.1.2", [
  { chan: "soll", dir: "out", config: { address: "1/2/3", dpt: "9.001" } },
  { chan: "an", config: { address: "1/0/1", dpt: "1.001" } },
]);
await second.until(() => second.iface()?.state === true);
await second.write({ soll: 21.5 });
await first.until(() => first.values("temp").length === 1);
await first.write({ licht: true });
await second.until(() => second.values("an").length === 1);

// From the right key, but long past, and from a wrong key: neither counts.
const tpdu = groupTpdu("write", { data: Buffer.from("0c99", "hex"), short: false });
const cemi = cemiFrame({ code: CEMI.indication, source: 0x1105, target: 0x0a03, priority: 3, tpdu });
const plain = knxFrame(SERVICE.routingIndication, cemi);
const serial = Buffer.from("00fa12345678", "hex");
const old = wrapFrame(KEY, 0, { sequence: 1, serial, tag: Buffer.from("0001", "hex") }, plain);
const foreign = wrapFrame(
  Buffer.alloc(16),
  0,
  { sequence: 2 ** 40, serial, tag: Buffer.from("0002", "hex") },
  plain,
);
const sent = frames.length;
for (const bytes of [old, foreign, plain]) listener.send(bytes, PORT, GROUP);
const refused = () => first.log.some(({ msg }) => msg.includes("verworfen"));
while (!refused()) await new Promise((resolve) => void setTimeout(resolve, 10));
await second.write({ soll: 21.52 });
await first.until(() => first.values("temp").length === 2);
const own = [
  ...frames.slice(0, sent),
  ...frames
    .slice(sent)
    .filter((frame) => ![old, foreign, plain].some((bytes) => bytes.toString("hex") === frame)),
];

process.stdout.write(
  `${JSON.stringify({
    first: first.values("temp"),
    second: second.values("an"),
    refused: refused(),
    plainOnTheLine: own.filter((frame) => frame.startsWith("06100530")).length,
    failures: [...first.failures, ...second.failures],
    frames: own,
    key: KEY.toString("hex"),
  })}\n`,
);
await first.stop();
await second.stop();
listener.close();
process.stdout.write("done\n");
