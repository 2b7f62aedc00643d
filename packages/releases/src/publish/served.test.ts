import { expect, it } from "vitest";
import { servedFile } from "./served.ts";

const HASH = "ab".repeat(32);

it("addresses of the repository are files below it", () => {
  expect(servedFile("/r", "metadata/timestamp.json")).toBe("/r/current/timestamp.json");
  expect(servedFile("/r", "metadata/12.snapshot.json")).toBe("/r/current/12.snapshot.json");
  expect(servedFile("/r", `targets/rc/arm64/${HASH}.hubwart-1.0.0-arm64.tar.br`)).toBe(
    `/r/targets/rc/arm64/${HASH}.hubwart-1.0.0-arm64.tar.br`,
  );
});

it.each([
  "",
  "keys/root.json",
  "metadata/../keys/root.json",
  "metadata/../../keys/timestamp.json",
  "metadata/timestamp.json/..",
  "metadata/timestamp.json\n",
  "metadata/root.json",
  `targets/rc/x64/../../../keys/root.json`,
  `targets/../keys/x64/${HASH}.hubwart-1.0.0-x64.tar.br`,
  `targets/rc/x64/${HASH}.hubwart-/../../x.tar.br`,
  "lock.db",
])("%j is none", (address) => {
  expect(servedFile("/r", address)).toBeUndefined();
});
