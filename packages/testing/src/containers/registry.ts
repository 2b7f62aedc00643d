/**
 * Debian's docker-registry on a free port of 127.0.0.1, with nothing outside its temporary folder.
 *
 *     const registry = await startRegistry();
 *     await docker.cli("push", `${registry.address}/library/influxdb:2.7.12`);
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "../ports.ts";
import { startProcess } from "../process.ts";
import { waitFor } from "../product.ts";

export interface Registry {
  /** `127.0.0.1:port` */
  readonly address: string;
  stop(): Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "registry-"));
  const address = `127.0.0.1:${await freePort()}`;
  const file = path.join(folder, "config.yml");
  const config = {
    version: 0.1,
    log: { level: "error" },
    storage: { filesystem: { rootdirectory: path.join(folder, "data") } },
    http: { addr: address },
  };
  await writeFile(file, JSON.stringify(config));
  const peer = await startProcess("/usr/bin/docker-registry", ["serve", file]);
  await waitFor(async () => (await fetch(`http://${address}/v2/`)).ok, {
    what: "the registry to answer",
    detail: () => peer.output(),
  });
  return {
    address,
    async stop() {
      await peer.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
