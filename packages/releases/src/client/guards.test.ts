/** The guards of the client, each against a repository that breaks its rule; the whole field is in the integration tests. */
import { cp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TestRepository } from "../testing/repository.ts";
import { openRepository } from "./repository.ts";

let peer: TestRepository;
let archive = "";
beforeEach(async () => {
  peer = await TestRepository.start();
  archive = await peer.archive("1.0.0");
  await cp(path.join(peer.folder, "current", "1.root.json"), at("trusted.json"));
});
afterEach(() => peer.scope.end());

const at = (name: string) => path.join(peer.root, name);
const signal = AbortSignal.timeout(20_000);
async function refreshed(now = () => Date.now()) {
  const repository = await openRepository({
    url: peer.url,
    channel: "stable",
    arch: "x64",
    trustedRoot: at("trusted.json"),
    cacheFolder: at("cache"),
    clock: { ...systemClock, now },
  });
  await repository.refresh(signal);
  return repository;
}

it("an older state than seen before is refused", async () => {
  await cp(path.join(peer.folder, "generations"), at("old"), { recursive: true });
  await peer.publisher.publish(archive, "stable");
  await refreshed();
  const [old] = await readdir(at("old"));
  peer.disturb = (name, _request, response) => {
    void readFile(path.join(at("old"), old ?? "", path.basename(name))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
    return true;
  };
  await expect(refreshed()).rejects.toMatchObject({ fault: "rollback" });
});

it("another signature is refused, and so is an old key after its rotation", async () => {
  await refreshed();
  await cp(path.join(peer.folder, "keys"), at("stolen"), { recursive: true });
  await peer.publisher.rotate("root");
  await peer.publisher.rotate("timestamp");
  await refreshed();
  await cp(at("stolen"), path.join(peer.folder, "keys"), { recursive: true });
  await peer.publisher.publish(archive, "stable");
  peer.disturb = (name, _request, response) => {
    if (!name.endsWith(".root.json")) return false;
    response.writeHead(404).end();
    return true;
  };
  await expect(refreshed()).rejects.toMatchObject({ fault: "signature" });
});

it("metadata that ended before the time that has been is refused", async () => {
  await expect(refreshed(() => Date.now() + 8 * 86_400_000)).rejects.toMatchObject({ fault: "expired" });
});

it("content that was not signed is refused", async () => {
  await peer.publisher.publish(archive, "stable");
  const device = await refreshed();
  const wrong = Buffer.from(await readFile(archive));
  wrong.writeUInt8(wrong.readUInt8(50) ^ 1, 50);
  peer.disturb = (_name, _request, response) => {
    response.end(wrong);
    return true;
  };
  const download = device.download({ version: "1.0.0" }, at("got"), { signal });
  await expect(download).rejects.toMatchObject({ fault: "damaged" });
  expect(await readdir(peer.root)).not.toContain("got");
});

it("a root that was not verified is not remembered", async () => {
  await refreshed();
  const forger = peer.publisherIn("forger");
  await forger.create();
  await forger.rotate("root");
  const forged = await readFile(path.join(peer.root, "forger", "current", "2.root.json"));
  peer.disturb = (name, _request, response) => {
    if (name !== "metadata/2.root.json") return false;
    response.end(forged);
    return true;
  };
  await expect(refreshed()).rejects.toMatchObject({ fault: "signature" });
  expect(await readdir(at("cache"))).not.toContain("2.root.json");
});

it("metadata without an end is not read to its end", async () => {
  let sent = 0;
  peer.disturb = (name, _request, response) => {
    if (name !== "metadata/timestamp.json") return false;
    const more = () => {
      sent += 65_536;
      if (sent < 2e7 && !response.destroyed) response.write("{".repeat(65_536), more);
      else response.end();
    };
    more();
    return true;
  };
  await expect(refreshed()).rejects.toMatchObject({ fault: "signature" });
  expect(sent).toBeLessThan(1e7);
});

it("an archive that is longer than signed is not written to the disk", async () => {
  await peer.publisher.publish(archive, "stable");
  const device = await refreshed();
  const { length } = await readFile(archive);
  peer.disturb = (_name, _request, response) => {
    // Its length is not said before.
    response.write(Buffer.alloc(length));
    response.end(Buffer.alloc(5_000_000));
    return true;
  };
  const download = device.download({ version: "1.0.0" }, at("got"), { signal });
  await expect(download).rejects.toMatchObject({ fault: "damaged", message: /longer than/ });
  expect((await readdir(peer.root)).filter((name) => name.startsWith("got"))).toEqual([]);
});
