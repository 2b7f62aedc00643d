import { ManualClock } from "@hubwart/core";
import { PacketIds } from "@hubwart/mqtt/packet-ids";
import type { Subscription } from "@hubwart/mqtt/wire/encode";
import { describe, expect, it } from "vitest";
import { Subscriber } from "./subscriber.ts";

const REFUSED = "Der Broker lehnt das Abonnement von „b“ ab: nicht näher bezeichneter Fehler";
const SILENT = "Der Broker antwortet nicht auf die Abonnements";

function subscriber(filters: readonly string[]) {
  const said: string[] = [];
  const asked: string[][] = [];
  const settled: number[] = [];
  const told: string[] = [];
  const clock = new ManualClock();
  const all = filters.map((filter): Subscription => ({ filter, qos: 0, noLocal: false }));
  const made = new Subscriber(4, new PacketIds(), clock, all, {
    refused: (filter, _reason, fresh) => void said.push(`${fresh ? "fresh" : "still"} ${filter}`),
    changed: () => {
      said.push("changed");
      told.push(...made.errors);
    },
    silent: (reason) => void said.push(reason),
    settled: () => void settled.push(clock.monotonic()),
  });
  let id = 0;
  const ids: number[] = [];
  const wire = {
    write: (bytes: Buffer) => {
      const found = filters.filter((filter) => bytes.includes(Buffer.from(`\0\u0001${filter}`)));
      asked.push(found);
      id = bytes.readUInt16BE((bytes[1] ?? 0) > 0x7f ? 3 : 2);
      ids.push(id);
      return true;
    },
  };
  const answer = (...reasons: number[]) => made.answered(id, reasons);
  return { made, said, told, asked, ids, settled, clock, wire, answer };
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

  it("keeps the second connection to a broker that answers nothing, and asks it again", () => {
    const { made, said, asked, settled, clock, wire, answer } = subscriber(["a"]);
    made.attach(wire, false);
    clock.advance(10_000);
    made.detach();
    made.attach(wire, false);
    clock.advance(10_000);
    const unanswered = "Der Broker beantwortet das Abonnement von „a“ nicht";
    expect(made.errors).toEqual([SILENT, unanswered]);
    expect(said.splice(0)).toEqual([SILENT, "fresh a", "changed"]);
    expect([asked.splice(0), settled]).toEqual([
      [["a"], ["a"]],
      [0, 10_000],
    ]);
    clock.advance(59_999);
    expect(asked).toEqual([]);
    clock.advance(1);
    expect(asked).toEqual([["a"]]);
    answer(0);
    expect([made.errors, said]).toEqual([[], ["changed"]]);
    clock.advance(600_000);
    expect(asked).toEqual([["a"]]);
  });
});

/** What the broker does with a SUBSCRIBE that has `bad` in it; with others it grants all. */
function play(filters: readonly string[], bad: string, does: "hangs up" | "says nothing") {
  const parts = subscriber(filters);
  const { asked, clock, ids, made, wire } = parts;
  let read = 0;
  const seen = { hangups: 0 };
  const work = (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      made.attach(wire, false);
      let gone = false;
      for (; !gone && read < asked.length; read++) {
        const group = asked[read] ?? [];
        if (!group.includes(bad))
          made.answered(
            ids[read] ?? 0,
            group.map(() => 0),
          );
        else if (does === "hangs up") gone = true;
        else {
          const before = parts.said.length;
          clock.advance(10_000);
          gone = parts.said.slice(before).includes(SILENT);
        }
      }
      if (!gone) return;
      seen.hangups += 1;
      read = asked.length;
      made.detach(does === "hangs up");
    }
  };
  return { ...parts, seen, work };
}

describe("a filter that takes no other with it", () => {
  const filters = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const hangsUp = "Der Broker beendet die Verbindung beim Abonnement von „f“";

  it("is found when the broker hangs up over it, and pauses; the others are granted", () => {
    const { made, said, asked, seen, work, wire, settled, clock, answer } = play(filters, "f", "hangs up");
    work(2);
    expect([seen.hangups, settled.length]).toEqual([2, 2]);
    work(20);
    // Two together, three halvings of eight, three times alone.
    expect([seen.hangups, made.errors, said]).toEqual([8, [hangsUp], ["fresh f"]]);
    expect(settled).toHaveLength(3);
    const granted = () => asked.splice(0).flat().sort();
    granted();
    // A connection that broke for another reason: at once, without it.
    made.detach();
    made.attach(wire, false);
    expect(asked).toEqual([filters.filter((filter) => filter !== "f")]);
    answer(...filters.slice(1).map(() => 0));
    granted();
    // Tried alone after the pause; once it is granted, nothing is held against it.
    clock.advance(60_000);
    expect(asked).toEqual([["f"]]);
    answer(0);
    expect([made.errors, said.at(-1)]).toEqual([[], "changed"]);
    made.detach();
    made.attach(wire, false);
    expect(asked.at(-1)).toEqual(filters);
  });

  it("is tried after the others once it was guilty, also on a connection made after its pause", () => {
    const { made, asked, seen, work, clock, said } = play(filters, "f", "hangs up");
    work(20);
    made.detach();
    clock.advance(60_000);
    const [before, known] = [seen.hangups, asked.length];
    said.splice(0);
    const others = filters.filter((filter) => filter !== "f");
    work(20);
    expect([seen.hangups - before, said]).toEqual([1, ["still f"]]);
    expect(asked.slice(known)).toEqual([others, ["f"], others]);
  });

  it("is found when the broker leaves it unanswered, on the same connection", () => {
    const { made, said, work, settled, asked, told } = play(filters, "f", "says nothing");
    work(2);
    expect(made.errors).toEqual(["Der Broker beantwortet das Abonnement von „f“ nicht"]);
    expect(said).toEqual([SILENT, "changed", "fresh f", "changed"]);
    expect(told).toContain("Der Broker antwortet nicht auf alle Abonnements");
    expect([settled.length, asked.at(-1)]).toEqual([2, ["f"]]);
  });
});
