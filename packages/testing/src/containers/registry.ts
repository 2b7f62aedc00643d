/**
 * Debian's docker-registry on a free port of 127.0.0.1, with nothing outside its temporary folder; on demand also as a company
 * has it, over TLS with a certificate of its own authority.
 *
 *     const registry = await startRegistry();
 *     await docker.cli("push", `${registry.address}/library/influxdb:2.7.12`);
 *     const { address, authority } = await registry.overTls();
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { makeCertificates } from "../certificates.ts";
import { freePort } from "../ports.ts";
import { type PeerProcess, startProcess } from "../process.ts";
import { waitFor } from "../product.ts";

const run = promisify(execFile);
/** RFC 5737. Engines do not judge the certificate of a registry at a loopback address. */
const ELSEWHERE = "198.51.100.7";

export interface Registry {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** The same images once more, over TLS. Only inside a network namespace: it gets an address of its own. */
  overTls(): Promise<{ address: string; authority: string }>;
  stop(): Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "registry-"));
  const peers: PeerProcess[] = [];
  const begin = async (name: string, http: object) => {
    const file = path.join(folder, name);
    const storage = { filesystem: { rootdirectory: path.join(folder, "data") } };
    await writeFile(file, JSON.stringify({ version: 0.1, log: { level: "error" }, storage, http }));
    const peer = await startProcess("/usr/bin/docker-registry", ["serve", file]);
    peers.push(peer);
    return peer;
  };
  const address = `127.0.0.1:${await freePort()}`;
  const plain = await begin("plain.json", { addr: address });
  await waitFor(async () => (await fetch(`http://${address}/v2/`)).ok, {
    what: "the registry to answer",
    detail: () => plain.output(),
  });
  return {
    address,
    async overTls() {
      await run("ip", ["addr", "replace", `${ELSEWHERE}/32`, "dev", "lo"]);
      const { ca, caFile, certFile, keyFile } = await makeCertificates(folder, [`IP:${ELSEWHERE}`]);
      const secure = `${ELSEWHERE}:${await freePort()}`;
      const tls = { certificate: certFile, key: keyFile };
      const peer = await begin("tls.json", { addr: secure, tls });
      await waitFor(
        async () => (await run("curl", ["-sf", "--cacert", caFile, `https://${secure}/v2/`])).stdout !== "",
        {
          what: "the registry to answer over TLS",
          detail: () => peer.output(),
        },
      );
      return { address: secure, authority: ca };
    },
    async stop() {
      await Promise.all(peers.map((peer) => peer.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
