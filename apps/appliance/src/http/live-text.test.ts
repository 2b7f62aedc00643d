import { once } from "node:events";
import { createGunzip } from "node:zlib";
import { describe, expect, it } from "vitest";
import { EventWriter } from "../platform/stream/event-writer.ts";
import { gzipped, takesGzip } from "./live-text.ts";

describe("an endless text", () => {
  it("is compressed for whoever takes gzip", () => {
    const asked = [
      "gzip",
      "gzip, deflate, br",
      "br;q=1.0, GZIP;q=0.8",
      "br, gzip;q=0",
      "identity",
      "xgzip",
      undefined,
    ];
    expect(asked.map(takesGzip)).toEqual([true, true, true, false, false, false, false]);
  });

  it("leaves event by event", async () => {
    const writer = new EventWriter();
    const reader = gzipped(writer).pipe(createGunzip());
    for (const state of ["one", "two"]) {
      writer.latest("status", () => `"${state}"`);
      expect(String((await once(reader, "data"))[0])).toContain(`data: "${state}"`);
    }
  });

  it("ends with either side", async () => {
    const [goes, ends] = [new EventWriter(), new EventWriter()];
    const [left, ended] = [gzipped(goes), gzipped(ends)];
    const closed = Promise.all([goes, ended].map((one) => new Promise((done) => one.once("close", done))));
    left.destroy();
    ends.destroy();
    await closed;
    expect([goes.destroyed, ended.destroyed]).toEqual([true, true]);
  });
});
