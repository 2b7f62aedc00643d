import { expect, it } from "vitest";
import { queryClient } from "../../../api/query-client.ts";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { chartQuery } from "./chart.ts";

const MINUTES = 60_000;
const answer = (first: number) => ({
  body: { code: 0, step: 0, series: [{ chan: "a.b.c", points: [[first, 1, 1, 1]] }] },
});

it("asks once more, for the time that has values, where a day has those of its last minutes alone", async () => {
  tokenStore.store("token");
  const first = Date.now() - 10 * MINUTES;
  const asked = scriptFetch(answer(first), answer(first));
  const chart = await queryClient.fetchQuery(chartQuery({ chan: ["a.b.c"] }));
  const spans = asked.map(({ body }) => body as { from: number; to: number });
  expect(spans.map(({ from, to }) => Math.round((to - from) / MINUTES))).toEqual([1_440, 11]);
  expect([chart.from, chart.to]).toEqual([spans[1]?.from, spans[1]?.to]);
});

it("shows a span that somebody chose as it is", async () => {
  tokenStore.store("token");
  const to = Date.now();
  const span = { from: to - 1_440 * MINUTES, to };
  const asked = scriptFetch(answer(to - 10 * MINUTES));
  expect(await queryClient.fetchQuery(chartQuery({ chan: ["a.b.c"], ...span }))).toMatchObject(span);
  expect(asked).toHaveLength(1);
});

it("draws an earlier period beside it, moved to the same place and named so", async () => {
  tokenStore.store("token");
  const from = new Date(2026, 9, 26, 12).getTime();
  const span = { from, to: from + 60 * MINUTES };
  // By the calendar: the clocks went back in between, where the machine is in such a zone.
  const before = new Date(2026, 9, 25, 12).getTime();
  const asked = scriptFetch(answer(from + MINUTES), answer(before + 2 * MINUTES));
  const chart = await queryClient.fetchQuery(chartQuery({ chan: ["a.b.c"], ...span, compare: "day" }));
  expect(asked[1]?.body).toMatchObject({ from: before, to: before + 60 * MINUTES });
  expect(chart.series).toEqual([
    { chan: "a.b.c", points: [[from + MINUTES, 1, 1, 1]] },
    { chan: "a.b.c (Vortag)", of: "a.b.c", points: [[from + 2 * MINUTES, 1, 1, 1]] },
  ]);
});
