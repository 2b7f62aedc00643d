/**
 * Which tools were used, for the change log: what changes something at once, with what it was used for; what only reads as one
 * entry for ten minutes of a token, with how often each was used.
 */
import type { Clock } from "@hubwart/core";
import type { AuditTrail, Session } from "../../http/ports.ts";

const GATHERED_MS = 600_000;

interface Gathered {
  session: Session;
  address: string;
  tools: Map<string, number>;
  stop: () => void;
}

export class Usage {
  readonly #audit: AuditTrail;
  readonly #clock: Clock;
  readonly #open = new Map<string, Gathered>();

  constructor(audit: AuditTrail, clock: Clock) {
    this.#audit = audit;
    this.#clock = clock;
  }

  read(session: Session, address: string, tool: string): void {
    const known = this.#open.get(session.id);
    const gathered = known ?? {
      session,
      address,
      tools: new Map<string, number>(),
      stop: this.#clock.after(GATHERED_MS, () => this.#write(session.id)),
    };
    gathered.tools.set(tool, (gathered.tools.get(tool) ?? 0) + 1);
    this.#open.set(session.id, gathered);
  }

  /** `code`: result code of the call behind it. */
  changed(session: Session, address: string, tool: string, code: number, about: object): void {
    this.#audit.record({
      call: "mcpTool",
      address,
      who: session.who,
      code,
      before: undefined,
      after: { tool, ...about },
    });
  }

  /** What is gathered is written. */
  end(): void {
    for (const id of this.#open.keys()) this.#write(id);
  }

  #write(id: string): void {
    const gathered = this.#open.get(id);
    if (!gathered) return;
    this.#open.delete(id);
    gathered.stop();
    const { address, session, tools } = gathered;
    this.#audit.record({
      call: "mcpRead",
      address,
      who: session.who,
      code: 0,
      before: undefined,
      after: { tools: Object.fromEntries(tools) },
    });
  }
}
