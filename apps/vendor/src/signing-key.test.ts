import { chmod, stat } from "node:fs/promises";
import path from "node:path";
import { publicHalf } from "@hubwart/license/sign";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { makeSigningKey, readSigningKey } from "./signing-key.ts";

const top = useFolder();

it("is kept for this account alone, and is the same after a start", async () => {
  await chmod(top(), 0o755);
  const folder = path.join(top(), "vendor");
  expect(await readSigningKey(folder)).toBeUndefined();
  const key = await makeSigningKey(folder, 0);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, "signing-key.json"))).mode & 0o777).toBe(0o600);
  const again = await readSigningKey(folder);
  expect(again && publicHalf(again)).toEqual(publicHalf(key));
});
