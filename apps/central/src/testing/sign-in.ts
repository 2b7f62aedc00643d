/** Signing in over a register that is none, with hashes that cost nothing. */
import { createLogger, type ManualClock, MemoryLogSink } from "@hubwart/core";
import type { Hasher } from "@hubwart/core/sign-in";
import { Sealer } from "../authority/sealer.ts";
import { FailureTable } from "../people/failure-table.ts";
import { SignIn } from "../people/sign-in.ts";
import type { FakeRegister } from "./fake-register.ts";

interface Given {
  clock: ManualClock;
  sink?: MemoryLogSink;
  hasher?: Hasher;
  /** Of sealed secrets; 32 bytes. */
  key?: Buffer;
}

export const plainHasher: Hasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (phc, password) => phc === `hash of ${password}`,
};

/** Also as after a restart: what the register has is read anew. */
export async function openSignIn(
  register: FakeRegister,
  { clock, hasher = plainHasher, key = Buffer.alloc(32, 7), sink = new MemoryLogSink() }: Given,
) {
  const { people, sessions } = await register.open(clock);
  const log = createLogger("central", "test", sink);
  const table = await FailureTable.open({ database: register, clock, log, scope: register.scope });
  const signIn = new SignIn({ people, sessions, clock, log, hasher, table, sealer: new Sealer(key) });
  return { people, sessions, signIn };
}
