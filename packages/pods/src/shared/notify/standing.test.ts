import { expect, it } from "vitest";
import { Standing } from "./standing.ts";

const there = { state: true, active: 0 };
const sent = { state: true, active: 1 };
const lost = { state: false, active: 0, error: "weg" };
const conflict = { state: false, active: 0, error: "Konflikt" };

it("shows the worse of two sides, with its reason, until that one is better", () => {
  const shown: unknown[] = [];
  const standing = new Standing((change) => shown.push(change));
  const [sending, receiving] = [standing.side(), standing.side()];
  receiving(conflict);
  sending(sent);
  sending(lost);
  receiving(there);
  sending(sent);
  expect(shown).toEqual([conflict, conflict, lost, lost, sent]);
});

it("shows what is left once nothing is known of a side any more", () => {
  const shown: unknown[] = [];
  const standing = new Standing((change) => shown.push(change));
  const [sending, receiving] = [standing.side(), standing.side()];
  sending(undefined);
  sending(lost);
  receiving(there);
  sending(undefined);
  expect(shown).toEqual([lost, lost, there]);
});
