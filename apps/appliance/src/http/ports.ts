/** What the HTTP edge needs from the rest of the appliance; modules implement these, tests script them. */

import type { Caller, Who } from "@hubwart/contract";

/** For the change log: `unknown` gave a name that there is not. */
export type Doer = Who | { kind: "unknown"; name: string };

/** Who asks, and by which session: a token that no session stands behind has a name of its own here, which ends as one does. */
export interface Session extends Caller {
  id: string;
}

/** Turns what a caller presents into a session. */
export interface Gate {
  /** A password is set. */
  readonly setup: boolean;
  /** The session of a valid token, for a caller from this address. `counts` false: looking does not prolong it. */
  authenticate(token: string, counts: boolean, address: string): Session | undefined;
  /** Nobody has ended it since, nor has its time, and it may what it could then. @throws UnavailableError */
  unchanged(session: Session): boolean;
  /** Watches for an end of the session by signing out or by another password; time alone is none. */
  watch(sessionId: string): SessionWatch;
}

export interface SessionWatch {
  readonly ended: boolean;
  stop(): void;
}

export interface Redeemed {
  session: Session;
  /** Query of the download, as handed over when the ticket was made. */
  parameters: Record<string, string>;
  password: string | undefined;
}

export interface TicketOffice {
  /** Spends the ticket; undefined if it is unknown, spent, too old, for another path, or its session is over. */
  redeem(ticket: string, path: string): Redeemed | undefined;
}

export interface AuditRecord {
  /** Name of the call in the contract. */
  call: string;
  /** Caller's address. */
  address: string;
  /** Absent where nobody was signed in. */
  who?: Doer | undefined;
  /** Result code: 0 for success. */
  code: number;
  before: unknown;
  after: unknown;
}

export interface AuditTrail {
  record(entry: AuditRecord): void;
}

/** The call a job began with. Its audit entry is written when the job ends, whichever process sees that. */
export interface JobOrigin {
  /** Name of the call in the contract. */
  call: string;
  /** Caller's address. */
  address: string;
  who?: Who | undefined;
  /** Masked; asked at the start and again at the end. */
  detail(): { before: unknown; after: unknown };
  /** From here on the job writes the entry. */
  taken(): void;
}
