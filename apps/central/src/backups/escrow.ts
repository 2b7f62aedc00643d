/** Passwords that sites have left here, sealed with a key that is not in the database, each for its backup alone. */
import { Sealer } from "../authority/sealer.ts";
import type { BackupRow } from "./row.ts";

type Of = Pick<BackupRow, "hub" | "name">;

export class Escrow {
  readonly #sealer: Sealer;

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    this.#sealer = new Sealer(key);
  }

  seal(of: Of, password: string): string {
    return this.#sealer.seal(bound(of), password);
  }

  /** undefined: it is damaged, of another backup, or of another key. */
  open(of: Of, sealed: string): string | undefined {
    return this.#sealer.open(bound(of), sealed);
  }
}

const bound = ({ hub, name }: Of): string => `${hub}\n${name}`;
