import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Input, isActive, isUnacked, type Manner, next, type State } from "./states.ts";

/**
 * The reference, in the words of ISA-18.2 (5.4): an alarm is three facts. `in`: the condition holds; `unacked`: somebody has to acknowledge;
 * `held`: it waits to be reset.
 */
interface Facts {
  in: boolean;
  unacked: boolean;
  held: boolean;
}
const NORMAL: Facts = { in: false, unacked: false, held: false };

function reference(facts: Facts, input: Input, { ack, latch }: Manner): Facts {
  switch (input) {
    case "on":
      return facts.in ? facts : { in: true, unacked: ack !== "none", held: false };
    case "off":
      if (!facts.in) return facts;
      if (latch) return { in: false, unacked: facts.unacked, held: true };
      return { in: false, unacked: facts.unacked || ack === "both", held: false };
    case "ack":
      return { ...facts, unacked: false };
    case "reset":
      return facts.held && !facts.unacked ? NORMAL : facts;
  }
}

const NAMES: Record<string, State> = {
  "in unacked": "unacked",
  in: "acked",
  unacked: "returned",
  "unacked held": "latchedUnacked",
  held: "latchedAcked",
  "": "normal",
};
const nameOf = (facts: Facts): State | undefined =>
  NAMES[(["in", "unacked", "held"] as const).filter((fact) => facts[fact]).join(" ")];

const manner: fc.Arbitrary<Manner> = fc.record({
  ack: fc.constantFrom("none", "on", "both"),
  latch: fc.boolean(),
});
const inputs = fc.array(fc.constantFrom<Input>("on", "off", "ack", "reset"), { maxLength: 30 });

it("goes the ways of the reference, whatever happens in whatever order", () => {
  fc.assert(
    fc.property(manner, inputs, (how, all) => {
      let state: State = "normal";
      let facts = NORMAL;
      for (const input of all) {
        state = next(state, input, how);
        facts = reference(facts, input, how);
        expect(state).toBe(nameOf(facts));
        expect(isActive(state)).toBe(facts.in);
        expect(isUnacked(state)).toBe(facts.unacked);
      }
    }),
    { numRuns: 3_000 },
  );
});
