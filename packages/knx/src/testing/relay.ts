/**
 * A UDP relay between a pod and an interface that loses, repeats and delays what a test says.
 *
 *     const relay = await startRelay(knxd.port);
 *     relay.rule = (frame, way) => (frame.service === SERVICE.tunnellingAck && way === "back" ? 0 : 1);   // copies to pass on
 */
import { createSocket } from "node:dgram";
import { type Frame, parseFrame } from "../wire/frame.ts";

export interface Relay {
  readonly port: number;
  /** How many copies of a frame go on. */
  rule: (frame: Frame, way: "there" | "back") => number;
  /** Frames that came, in order. */
  readonly seen: { service: number; way: "there" | "back"; body: string }[];
  stop(): Promise<void>;
}

export async function startRelay(target: number): Promise<Relay> {
  const front = createSocket("udp4");
  const behind = createSocket("udp4");
  let client: number | undefined;
  const relay = {
    port: 0,
    rule: () => 1,
    seen: [] as Relay["seen"],
    stop: async () => {
      await new Promise<void>((resolve) => void front.close(resolve));
      await new Promise<void>((resolve) => void behind.close(resolve));
    },
  } as { -readonly [K in keyof Relay]: Relay[K] };
  const pass = (bytes: Buffer, way: "there" | "back", send: () => void) => {
    const frame = parseFrame(bytes);
    if (!frame) return;
    relay.seen.push({ service: frame.service, way, body: frame.body.toString("hex") });
    for (let copies = relay.rule(frame, way); copies > 0; copies -= 1) send();
  };
  front.on("message", (bytes, from) => {
    client = from.port;
    pass(bytes, "there", () => behind.send(bytes, target, "127.0.0.1"));
  });
  behind.on("message", (bytes) => {
    pass(bytes, "back", () => client !== undefined && front.send(bytes, client, "127.0.0.1"));
  });
  await new Promise<void>((resolve) => void behind.bind(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => void front.bind(0, "127.0.0.1", resolve));
  relay.port = front.address().port;
  return relay;
}
