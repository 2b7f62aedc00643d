import { describe, expect, it } from "vitest";
import { FEED_LIMITS, type FeedEntry } from "../../feeds.ts";
import { type JournalSource, nextBatch, type Progress } from "./next-batch.ts";

const entry = (seq: number, at = seq * 10, after = ""): FeedEntry => ({
  seq,
  at,
  call: "x",
  result: 0,
  address: "",
  after,
});

/** A journal as one reads it. */
function journal(entries: FeedEntry[]): JournalSource {
  return {
    after: async (seq, limit) => ({
      entries: entries.filter((one) => one.seq > seq).slice(0, limit),
      last: entries.at(-1)?.seq ?? 0,
    }),
  };
}

const at = (seq: number, ms = seq * 10): Progress => ({
  mark: { seq, at: ms },
  since: 0,
  skipping: false,
});
const begun = (since: number): Progress => ({ mark: { seq: 0, at: 0 }, since, skipping: true });

/** All that is sent until there is nothing new. */
async function all(source: JournalSource, from: Progress, most?: number) {
  const sent: number[] = [];
  let gaps = 0;
  let progress = from;
  for (let round = 0; round < 1_000; round += 1) {
    const next = await nextBatch(source, progress, most);
    if (!next || next.progress.mark.seq === progress.mark.seq) return { sent, gaps, progress };
    gaps += next.gap ? 1 : 0;
    sent.push(...next.entries.map(({ seq }) => seq));
    progress = next.progress;
  }
  throw new Error("goes on and on");
}

describe("the next batch", () => {
  it("goes on behind the mark, in order and without a gap", async () => {
    const source = journal([1, 2, 3, 4, 5].map((seq) => entry(seq)));
    expect(await all(source, at(2), 2)).toMatchObject({ sent: [3, 4, 5], gaps: 0 });
    expect(await all(source, at(5))).toMatchObject({ sent: [] });
  });

  it("keeps the order of the journal where the clock was set back", async () => {
    const source = journal([entry(1, 1_000), entry(2, 2_000), entry(3, 500), entry(4, 600)]);
    expect(await all(source, at(1, 1_000))).toMatchObject({ sent: [2, 3, 4] });
    expect(await all(source, begun(1_500))).toMatchObject({ sent: [2, 3, 4] });
  });

  it("passes over what was before it was shared", async () => {
    const source = journal([1, 2, 3, 4, 5, 6].map((seq) => entry(seq)));
    expect(await all(source, begun(35), 2)).toMatchObject({ sent: [4, 5, 6] });
    const { progress, sent } = await all(source, begun(1_000), 2);
    expect(sent).toEqual([]);
    const longer = journal(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seq) => entry(seq, seq < 7 ? seq * 10 : seq * 1_000)),
    );
    expect(await all(longer, progress)).toMatchObject({ sent: [7, 8] });
  });

  it("says that the journal no longer had all", async () => {
    const source = journal([7, 8].map((seq) => entry(seq)));
    expect(await all(source, at(2))).toMatchObject({ sent: [7, 8], gaps: 1 });
  });

  it("begins anew with another journal, whether that is shorter or longer", async () => {
    const other = [1, 2, 3, 4].map((seq) => entry(seq, 9_000 + seq));
    expect(await all(journal(other), at(9))).toMatchObject({ sent: [1, 2, 3, 4], gaps: 0 });
    expect(await all(journal(other), at(3))).toMatchObject({ sent: [1, 2, 3, 4], gaps: 0 });
    expect(await all(journal([]), at(3))).toMatchObject({ sent: [] });
    // Put back from a backup of before it was shared.
    expect(await all(journal(other), { ...at(9), since: 9_003 })).toMatchObject({ sent: [3, 4] });
  });

  it("fits into a message, with one entry at least", async () => {
    const long = "x".repeat(FEED_LIMITS.value);
    const source = journal(Array.from({ length: 20 }, (_, index) => entry(index + 1, 1, long)));
    const next = await nextBatch(source, at(0));
    expect(next?.entries.length).toBeGreaterThan(1);
    expect(JSON.stringify(next?.entries).length).toBeLessThan(FEED_LIMITS.characters + 1_000);
    expect((await all(source, at(0))).sent).toHaveLength(20);
    const huge = journal([entry(1, 1, "x".repeat(FEED_LIMITS.characters)), entry(2)]);
    expect((await nextBatch(huge, at(0)))?.entries).toHaveLength(1);
  });

  it("waits while the journal cannot be read", async () => {
    expect(await nextBatch({ after: async () => undefined }, at(3))).toBeUndefined();
  });
});
