import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { receive, withStagingFolder } from "./staging.ts";

const staging = useFolder();

it("keeps an upload for this account alone, in a place of its own that goes with it", async () => {
  let place = "";
  await withStagingFolder(staging(), async (folder) => {
    place = folder;
    const file = path.join(folder, "upload");
    const { signal } = new AbortController();
    expect(await receive(Readable.from([Buffer.from("abc")]), file, signal)).toBe(3);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // What lies in its place already is not written on.
    await expect(receive(Readable.from([Buffer.from("d")]), file, signal)).rejects.toMatchObject({
      code: "EEXIST",
    });
  });
  await expect(stat(place)).rejects.toMatchObject({ code: "ENOENT" });
});
