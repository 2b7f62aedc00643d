/** The routing test's part that runs in a network namespace of its own; prints what it saw as one line of JSON. */
import { systemClock } from "@hubwart/core";
import { searchDevices } from "@hubwart/knx/discovery/search";
import { startKnxd } from "@hubwart/testing";
import { podLoad, startPod } from "../../testing/index.ts";
import { kind } from "../index.ts";

const bus = await startKnxd({ routing: true });
const searching = searchDevices({
  clock: systemClock,
  ms: 2_000,
  adapters: ["127.0.0.2"],
  port: bus.port,
});
const listener = await bus.listen();
const load = podLoad(
  kind.schema,
  [{ mode: "routing", port: bus.port, local: "127.0.0.2", time: 20 }],
  [
    { chan: "temp", config: { address: "1/2/3", dpt: "9.001" } },
    { chan: "licht", dir: "out", config: { address: "1/0/1", dpt: "1.001" } },
    { chan: "spiegel", config: { address: "1/0/1", dpt: "1.001" } },
  ],
);
const run = await startPod(kind, load);
await run.until(() => run.iface()?.state === true);
await bus.tool("groupwrite", "1/2/3", "0c", "33");
await run.until(() => run.values("temp").length === 1);
await bus.tool("groupwrite", "1/2/3", "0c", "34");
await run.until(() => run.values("temp").length === 2);
await run.write({ licht: true });
await run.write({ licht: false });
await listener.prints(/1\/0\/1: 00/);
const onBus = listener
  .output()
  .split("\n")
  .filter((line) => line.includes("15.15.250"))
  .map((line) => line.replace(/.* to /, "").trim());
const found = (await searching).devices.map(({ name, host, port, services }) => ({
  name,
  host,
  here: port === bus.port,
  services: services.map(({ family }) => family),
}));
const steps = await run.check();
const seen = {
  found,
  steps,
  received: run.values("temp"),
  onBus,
  mirrored: run.values("spiegel"),
  failures: run.failures,
};
process.stdout.write(`${JSON.stringify(seen)}\n`);
await run.stop();
await listener.stop();
await bus.stop();
process.stdout.write("done\n");
