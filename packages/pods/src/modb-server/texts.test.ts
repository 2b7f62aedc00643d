import { ManualClock, Scope } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { describe, expect, it } from "vitest";
import { kind, kindIn } from "./index.ts";
import type { Texts } from "./texts.ts";

/** A second language: one more file like this beside `texts.ts`. */
const english: Texts = {
  writtenByClients: "Only clients write this channel",
  noModbusAnswer: "The answer is not Modbus TCP.",
  answersModbus: "The pod answers over Modbus TCP.",
  idleClosed: (peer) => `Connection of ${peer} closed, it asked nothing`,
  noModbus: (peer) => `${peer} does not speak Modbus TCP, the connection is closed`,
  tooMany: (peer, most) => `Connection of ${peer} refused: ${most} are in use`,
  taken: (chan, area, where, bit) => `Channel "${chan}" has that address already (${area} ${where}${bit})`,
  fromTo: (first, last) => `${first} to ${last}`,
  ownRegisters: "Give each channel registers or a bit of its own.",
  toUnit: (unit) => `to unit ID ${unit}`,
  askedSoFar: (count, asked) => `${count} requests ${asked} so far.`,
  neverAsked: (asked) => `No request ${asked} so far; it is the master that asks.`,
  nowOpen: (device, settings) => `The serial port ${device} is open, ${settings}`,
};

describe("the language of a Modbus server", () => {
  it("is chosen once, where the kind of pod is made", async () => {
    expect(await refusalOf(kind)).toBe("Diesen Channel schreiben nur die Clients");
    expect(await refusalOf(kindIn(english))).toBe("Only clients write this channel");
  });
});

async function refusalOf(made: typeof kind): Promise<string | undefined> {
  let said: string | undefined;
  const load = { id: "p", type: "modb_server", ifaces: [], channels: [], params: {}, files: {}, secrets: {} };
  const context = {
    load,
    clock: new ManualClock(),
    scope: new Scope(),
    refused: (_: unknown, reason: string) => (said = reason),
  } as unknown as PodContext;
  await made.create(context).write([{ index: 0, value: 1, seq: 1 } as never]);
  return said;
}
