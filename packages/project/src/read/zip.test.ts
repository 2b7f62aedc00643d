import { describe, expect, it } from "vitest";
import { zipOf } from "../testing/zip.ts";
import { Budget } from "./budget.ts";
import { READ_LIMITS } from "./limits.ts";
import { openZip } from "./zip.ts";

const CONTENT = "chan;value\n".repeat(50);
const archive = () => zipOf([{ name: "a.csv", content: CONTENT }]);

describe("an archive", () => {
  it("is read where its content fits the sum in its directory, and not with any bit of the sum flipped", async () => {
    const good = await archive();
    expect((await (await openZip(good, new Budget())).readAll("a.csv")).toString()).toBe(CONTENT);
    const sum = good.indexOf(Buffer.from("504b0102", "hex")) + 16;
    for (let bit = 0; bit < 32; bit += 1) {
      const bad = Buffer.from(good);
      const at = sum + (bit >> 3);
      bad[at] = (bad[at] ?? 0) ^ (1 << (bit & 7));
      await expect((await openZip(bad, new Budget())).readAll("a.csv")).rejects.toMatchObject({
        kind: "brokenArchive",
      });
    }
  });

  it("is unpacked only as far as what is left of the upload's budget", async () => {
    const budget = new Budget();
    budget.bytes(READ_LIMITS.unpackedBytes - CONTENT.length);
    const opened = await openZip(await archive(), budget);
    await opened.readAll("a.csv");
    await expect(opened.readAll("a.csv")).rejects.toMatchObject({ kind: "unpackedTooLarge" });
  });
});
