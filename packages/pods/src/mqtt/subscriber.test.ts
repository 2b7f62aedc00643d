import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { PacketIds } from "./packet-ids.ts";
import { Subscriber } from "./subscriber.ts";
import type { Subscription } from "./wire/encode.ts";

const REFUSED = "Der Broker lehnt das Abonnement von „b“ ab: nicht näher bezeichneter Fehler";
const SILENT = "Der Broker antwortet nicht auf die Abonnements";

function subscriber(filters: readonly string[]) {
  const said: string[] = [];
  const asked: string[][] = [];
  const clock = new ManualClock();
  const all = filters.map((filter): Subscription => ({ filter, qos: 0, noLocal: false }));
  const made = new Subscriber(4, new PacketIds(), clock, all, {
    refused: (filter, _reason, fresh) => void said.push(`${fresh ? "fresh" : "still"} ${filter}`),
    changed: () => void said.push("changed"),
    silent: (reason) => void said.push(reason),
  });
  let id = 0;
  const wire = {
    write: (bytes: Buffer) => {
      const found = filters.filter((filter) => bytes.includes(Buffer.from(`\0\u0001${filter}`)));
      asked.push(found);
      id = bytes.readUInt16BE(bytes[1] === 0x80 || (bytes[1] ?? 0) > 0x7f ? 3 : 2);
      return true;
    },
  };
  return { made, said, asked, clock, wire, answer: (...reasons: number[]) => made.answered(id, reasons) };
}

describe("Subscriber", () => {
  it("asks again for what was refused in a kept session, only for that, and tells it until granted", () => {
    const { made, said, asked, wire, answer } = subscriber(["a", "b"]);
    made.attach(wire, false);
    answer(0, 0x80);
    expect([made.errors, said.splice(0)]).toEqual([[REFUSED], ["fresh b", "changed"]]);
    made.detach();
    made.attach(wire, true);
    expect(made.errors).toEqual([REFUSED]);
    answer(0x80);
    expect([made.errors, said.splice(0)]).toEqual([[REFUSED], ["still b"]]);
    made.detach();
    made.attach(wire, true);
    answer(1);
    expect([made.errors, said.splice(0)]).toEqual([[], ["changed"]]);
    made.detach();
    made.attach(wire, true);
    expect(asked.splice(0)).toEqual([["a", "b"], ["b"], ["b"]]);
    made.detach();
    made.attach(wire, false);
    expect(asked).toEqual([["a", "b"]]);
  });

  it("asks again for what was not answered", () => {
    const { made, asked, wire } = subscriber(["a"]);
    made.attach(wire, false);
    made.detach();
    made.attach(wire, true);
    expect(asked).toEqual([["a"], ["a"]]);
  });

  it("gives a broker that does not answer 10 s, and tells its silence until it answers", () => {
    const { made, said, clock, wire, answer } = subscriber(["a"]);
    made.attach(wire, false);
    clock.advance(9_999);
    expect(said).toEqual([]);
    clock.advance(1);
    expect([made.errors, said.splice(0)]).toEqual([[SILENT], [SILENT]]);
    made.detach();
    made.attach(wire, false);
    expect(made.errors).toEqual([SILENT]);
    answer(0);
    expect([made.errors, said.splice(0)]).toEqual([[], ["changed"]]);
    clock.advance(60_000);
    made.detach();
    made.attach(wire, false);
    made.detach();
    clock.advance(60_000);
    expect(said).toEqual([]);
  });
});
