/** The Debian package on a booted system: installed, upgraded, removed, purged. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Appliance, bootAppliance } from "./support/appliance.ts";

describe("the installed package", () => {
  let device: Appliance;
  beforeAll(async () => {
    device = await bootAppliance();
  });
  afterAll(() => device?.stop());

  it("runs", async () => {
    expect(await device.unit("hubwart.service", "ActiveState")).toBe("active");
  });
});
