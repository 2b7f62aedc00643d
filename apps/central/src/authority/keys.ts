/**
 * The keys by which hubs and NATS know this central: made once, in one file (0600). Whoever loses it loses every hub's trust, so a
 * damaged one stops the start instead of being made anew.
 */
import { hkdfSync, type KeyObject } from "node:crypto";
import path from "node:path";
import { ConfigError, ensureFolder, readFileIfThere, SerialQueue, writeFileAtomic } from "@hubwart/core";
import { keyFromPem, keyToPem, newKey } from "@hubwart/fleet";
import * as z from "zod/mini";
import { texts } from "../texts.ts";
import { type KeyPair, makeAuthority } from "./certificates.ts";

const pem = z.string().check(z.maxLength(10_000));
const schema = z.object({
  authority: z.object({ key: pem, certificate: pem }),
  operator: pem,
  system: pem,
  customers: z.record(z.string(), pem),
});
type Stored = z.output<typeof schema>;

const AUTHORITY_DAYS = 20 * 365;

export class CentralKeys {
  readonly #file: string;
  readonly #queue = new SerialQueue();
  #stored: Stored;
  readonly operator: KeyObject;
  readonly system: KeyObject;

  private constructor(file: string, stored: Stored) {
    this.#file = file;
    this.#stored = stored;
    this.operator = keyFromPem(stored.operator);
    this.system = keyFromPem(stored.system);
  }

  /** @throws ConfigError if what is there cannot be read */
  static async open(folder: string, name: string, now: number): Promise<CentralKeys> {
    await ensureFolder(folder);
    const file = path.join(folder, "keys.json");
    const text = await readFileIfThere(file);
    if (text === undefined) {
      const authority = await makeAuthority({ name: `${name} CA`.slice(0, 64), now, days: AUTHORITY_DAYS });
      const stored = {
        authority,
        operator: keyToPem(newKey()),
        system: keyToPem(newKey()),
        customers: {},
      };
      await writeFileAtomic(file, JSON.stringify(stored));
      return new CentralKeys(file, stored);
    }
    try {
      return new CentralKeys(file, schema.parse(JSON.parse(text)));
    } catch (cause) {
      throw new ConfigError(texts.damagedKeys(file), { cause });
    }
  }

  get authority(): KeyPair {
    return this.#stored.authority;
  }

  /** A key for one purpose alone, 32 bytes: the same as long as this file is (HKDF, RFC 5869). */
  derived(purpose: string): Buffer {
    const secret = this.operator.export({ type: "pkcs8", format: "der" });
    return Buffer.from(hkdfSync("sha256", secret, "", `hubwart central ${purpose}`, 32));
  }

  /** Ids of all customers there have been. */
  get customers(): string[] {
    return Object.keys(this.#stored.customers);
  }

  /** The key of a customer's account; made and stored when first asked for. */
  customer(id: string): Promise<KeyObject> {
    return this.#queue.run(async () => {
      const known = Object.hasOwn(this.#stored.customers, id) ? this.#stored.customers[id] : undefined;
      if (known !== undefined) return keyFromPem(known);
      const key = newKey();
      const next = { ...this.#stored, customers: { ...this.#stored.customers, [id]: keyToPem(key) } };
      await writeFileAtomic(this.#file, JSON.stringify(next));
      this.#stored = next;
      return key;
    });
  }
}
