import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { chooseHost } from "./choose-host.ts";

const folder = useFolder();

it("changes a machine only where the package left its marker, or when told to", async () => {
  const marker = path.join(folder(), "appliance");
  expect(await chooseHost("auto", marker)).toBe("embedded");
  expect(await chooseHost("systemd", marker)).toBe("systemd");
  await writeFile(marker, "");
  expect(await chooseHost("auto", marker)).toBe("systemd");
  expect(await chooseHost("embedded", marker)).toBe("embedded");
});
