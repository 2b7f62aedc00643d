/**
 * Authorities for pulls, put where engines look for them with each one: Docker in /etc/docker/certs.d/REGISTRY, Podman in
 * /etc/containers/certs.d/REGISTRY. The registry is the one root named for all images; what others put there stays.
 *
 *     const trust = new RegistryTrust("/", "registry.example:5000");
 *     await trust.put([pem]);      // in place of those before; [] takes them away
 */
import { X509Certificate } from "node:crypto";
import { mkdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { InvalidInputError, readFileIfThere, SerialQueue, writeFileAtomic } from "@hubwart/core";
import { texts } from "../texts.ts";

const FOLDERS = ["etc/docker/certs.d", "etc/containers/certs.d"];
const FILE = "hubwart.crt";
const PUBLIC = "docker.io";
/** One folder's name, never a way out of it. */
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(?::[0-9]{1,5})?$/;

export class RegistryTrust {
  readonly #files: readonly string[];
  readonly #queue = new SerialQueue();

  /** @param registry as images name it, perhaps with a path; undefined for the public one */
  constructor(root: string, registry: string | undefined) {
    const [host = ""] = (registry ?? PUBLIC).split("/");
    this.#files = HOST.test(host) ? FOLDERS.map((folder) => path.join(root, folder, host, FILE)) : [];
  }

  /** @throws InvalidInputError for what is no authority */
  put(authorities: readonly string[]): Promise<void> {
    const text = authorities.map(authorityOf).join("");
    return this.#queue.run(async () => {
      for (const file of this.#files) await (text === "" ? remove(file) : write(file, text));
    });
  }
}

/** Only the certificate of what was given, written anew. */
function authorityOf(pem: string): string {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    throw notOne();
  }
  if (!certificate.ca) throw notOne();
  return certificate.toString();
}

const notOne = () => new InvalidInputError([{ field: "authorities", message: texts.noAuthority }]);

async function write(file: string, text: string): Promise<void> {
  if ((await readFileIfThere(file)) === text) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
  await writeFileAtomic(file, text, { mode: 0o644 });
}

async function remove(file: string): Promise<void> {
  await rm(file, { force: true });
  // Certificates that others put there keep their folder.
  await rmdir(path.dirname(file)).catch(() => undefined);
}
