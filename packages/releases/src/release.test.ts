import { expect, it } from "vitest";
import { compareVersions, targetFile, targetName, versionSchema } from "./release.ts";

it("orders versions as semver does", () => {
  const ordered = [
    "0.9.9",
    "1.0.0-1",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.2.0",
    "1.10.0",
    "10.0.0",
  ];
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
  expect(compareVersions("1.0.0", "1.0.0")).toBe(0);
});

it.each([
  "",
  "1",
  "1.2",
  "01.2.3",
  "1.2.3+build",
  "1.2.3-",
  "1.2.3-..",
  "1.2.3-a/b",
  "../1.2.3",
  "1.2.3\n",
  "v1.2.3",
])("%j is no version", (text) => expect(versionSchema.safeParse(text).success).toBe(false));

it("names a release by channel, version and architecture", () => {
  const name = targetName({ channel: "rc", arch: "arm64", version: "1.0.0-rc.1" });
  expect(name).toBe("rc/arm64/hubwart-1.0.0-rc.1-arm64.tar.br");
  expect(targetFile(name, "ab")).toBe("rc/arm64/ab.hubwart-1.0.0-rc.1-arm64.tar.br");
});
