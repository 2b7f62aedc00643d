/** An interface that treats some telegrams badly: it never says that it has sent them, does not hear them, or ends the tunnel over them. */
import { createSocket } from "node:dgram";
import { CEMI, parseCemi } from "@hubwart/knx/wire/cemi";
import { parseSequenced, sequenced, statusBody } from "@hubwart/knx/wire/connection";
import { hpai, knxFrame, parseFrame, SERVICE } from "@hubwart/knx/wire/frame";
import { useOpen } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { type PodRun, podLoad, startPod } from "../testing/index.ts";
import { kind } from "./index.ts";

type Mood = "confirms" | "says nothing" | "is deaf" | "ends the tunnel";

const CHANNEL = 1;
const NO_MORE_CONNECTIONS = 0x24;
const open = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

async function moodyInterface(mood: (target: number) => Mood) {
  const socket = createSocket("udp4");
  /** Targets of what came, in order. */
  const got: number[] = [];
  let sequence = 0;
  /** It has one tunnel. */
  let taken = false;
  socket.on("message", (bytes, { address, port }) => {
    const frame = parseFrame(bytes);
    if (!frame) throw new Error("no frame");
    const send = (service: number, body: Buffer) => socket.send(knxFrame(service, body), port, address);
    const endpoint = hpai({ tcp: false, address: "127.0.0.1", port: socket.address().port });
    switch (frame.service) {
      case SERVICE.connectRequest:
        if (taken) {
          send(SERVICE.connectResponse, statusBody(0, NO_MORE_CONNECTIONS));
          break;
        }
        taken = true;
        sequence = 0;
        send(
          SERVICE.connectResponse,
          Buffer.concat([statusBody(CHANNEL, 0), endpoint, Buffer.from([4, 4, 0x11, 5])]),
        );
        break;
      case SERVICE.connectionStateRequest:
        send(SERVICE.connectionStateResponse, statusBody(CHANNEL, 0));
        break;
      case SERVICE.disconnectRequest:
        taken = false;
        send(SERVICE.disconnectResponse, statusBody(CHANNEL, 0));
        break;
      case SERVICE.tunnellingRequest: {
        const request = parseSequenced(frame.body);
        const cemi = request && parseCemi(request.cemi);
        if (!request || !cemi) throw new Error("no telegram");
        got.push(cemi.target);
        const does = mood(cemi.target);
        if (does === "is deaf") break;
        if (does === "ends the tunnel") {
          taken = false;
          send(SERVICE.disconnectRequest, Buffer.concat([statusBody(CHANNEL, 0), endpoint]));
          break;
        }
        send(SERVICE.tunnellingAck, sequenced(CHANNEL, request.sequence, 0));
        if (does === "says nothing") break;
        const confirmation = Buffer.from(request.cemi);
        confirmation[0] = CEMI.confirmation;
        send(SERVICE.tunnellingRequest, sequenced(CHANNEL, sequence, 0, confirmation));
        sequence = (sequence + 1) & 0xff;
        break;
      }
    }
  });
  await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve));
  open.push({ stop: () => new Promise<void>((resolve) => void socket.close(resolve)) });
  return { port: socket.address().port, got };
}

const [BAD, GOOD] = [0x0a01, 0x0a02];

async function pod(port: number): Promise<PodRun> {
  const iface = { host: "127.0.0.1", port, time: 0 };
  const run = await startPod(
    kind,
    podLoad(
      kind.schema,
      [iface],
      [
        { chan: "bad", dir: "out", type: "int", config: { address: "1/2/1", dpt: "5.010" } },
        { chan: "good", dir: "out", type: "int", config: { address: "1/2/2", dpt: "5.010" } },
      ],
    ),
  );
  open.push(run);
  await run.until(() => run.iface()?.state === true);
  return run;
}

it("that never says whether it has sent anything is told of, until it says so", async () => {
  let mood: Mood = "says nothing";
  const { port } = await moodyInterface(() => mood);
  const run = await pod(port);
  for (let value = 1; value <= 3; value += 1) {
    expect(run.iface()?.error).toBeUndefined();
    await run.write({ good: value });
  }
  expect(run.iface()).toMatchObject({
    state: true,
    error: "Die Schnittstelle bestätigt nicht, dass sie sendet",
  });
  mood = "confirms";
  await run.write({ good: 4 });
  await run.until(() => run.iface()?.error === undefined);
  expect(run.iface()?.state).toBe(true);
  expect(run.written.map(({ value }) => value)).toEqual([4]);
});

it("that ends the tunnel over one address gets what goes to others", async () => {
  const { port, got } = await moodyInterface((target) => (target === BAD ? "ends the tunnel" : "confirms"));
  const run = await pod(port);
  await run.write({ bad: 1 });
  await run.until(() => run.iface()?.state === false);
  await run.write({ good: 1 });
  await run.until(() => run.written.length === 1);
  expect(got).toContain(GOOD);
  expect(run.written).toEqual([{ chan: "good", value: 1 }]);
  expect(run.refused).toEqual([]);
});

it("that was deaf for a moment and has one tunnel gets what was to be sent meanwhile", async () => {
  let mood: Mood = "is deaf";
  const { port, got } = await moodyInterface(() => mood);
  const run = await pod(port);
  await run.write({ good: 1 });
  await run.until(() => run.iface()?.state === false);
  mood = "confirms";
  await run.until(() => run.written.length === 1);
  expect(got).toEqual([GOOD, GOOD, GOOD]);
});
