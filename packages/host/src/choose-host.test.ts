import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { chooseHost } from "./choose-host.ts";

it("changes a machine only where the package left its marker, or when told to", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-marker-"));
  const marker = path.join(folder, "appliance");
  try {
    expect(await chooseHost("auto", marker)).toBe("embedded");
    expect(await chooseHost("systemd", marker)).toBe("systemd");
    await writeFile(marker, "");
    expect(await chooseHost("auto", marker)).toBe("systemd");
    expect(await chooseHost("embedded", marker)).toBe("embedded");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
