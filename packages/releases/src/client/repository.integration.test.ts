import { readFile } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { unpackRelease } from "../archive/unpack.ts";
import type { Channel } from "../release.ts";
import { TestRepository } from "../testing/repository.ts";
import { openRepository } from "./repository.ts";

let peer: TestRepository;
beforeEach(async () => {
  peer = await TestRepository.start();
});
afterEach(() => peer.scope.end());

const signal = AbortSignal.timeout(60_000);
const open = (channel: Channel = "stable") =>
  openRepository({
    url: peer.url,
    channel,
    arch: "x64",
    trustedRoot: path.join(peer.folder, "current", "1.root.json"),
    cacheFolder: path.join(peer.root, "cache"),
    clock: systemClock,
  });

it("takes a release from its channel to a folder", async () => {
  await peer.publisher.publish(await peer.archive("1.2.0", { size: 300_000 }), "test");
  await peer.publisher.promote("1.2.0", "test", "stable");
  await peer.publisher.publish(await peer.archive("1.10.0-rc.1"), "stable");
  const device = await open();
  await device.refresh(signal);
  expect(device.releases().map(({ version }) => version)).toEqual(["1.10.0-rc.1", "1.2.0"]);
  const file = path.join(peer.root, "got.tar.br");
  const bytes: number[] = [];
  await device.download({ version: "1.2.0" }, file, { signal, onBytes: (n) => bytes.push(n) });
  expect(bytes.at(-1)).toBe(device.releases()[1]?.size);
  const folder = path.join(peer.root, "unpacked");
  const about = await unpackRelease(file, folder, signal, { version: "1.2.0", arch: "x64" });
  expect(about.version).toBe("1.2.0");
  expect(await readFile(path.join(folder, "server/run"), "utf8")).toContain("echo 1.2.0");
});
