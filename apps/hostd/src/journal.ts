/**
 * What requests leave behind: each accepted change a line in the journal and in a record of our own, whatever else is asked
 * meanwhile; of refused ones the first of each minute and how many more there were, because the journal takes only so many
 * lines of a service and drops the rest.
 *
 *     const journal = new Journal({ clock, scope, log, record: "/var/lib/hubwart-hostd/changes.log" });
 *     await journal.accepted(request);      // on the disk once this returns
 *     journal.refused(request, reason);
 */
import { type Clock, errorText, type Scope, SerialQueue } from "@hubwart/core";
import { auditLine } from "./audit.ts";
import { append } from "./record.ts";

export interface JournalOptions {
  clock: Clock;
  scope: Scope;
  log: (message: string) => void;
  /** File of accepted changes. */
  record: string;
}

const REFUSALS = 20;
const EVERY_MS = 60_000;

export class Journal {
  readonly #options: JournalOptions;
  readonly #queue = new SerialQueue();
  #refused = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    options.scope.add(options.clock.every(EVERY_MS, () => this.#sumUp()));
    options.scope.add(() => this.#sumUp());
  }

  /** Never rejects: a record that cannot be written is told in the journal. */
  async accepted(request: object): Promise<void> {
    const { clock, log, record } = this.#options;
    const line = auditLine(request, "ok");
    log(line);
    const entry = `${new Date(clock.now()).toISOString()} ${line}`;
    await this.#queue
      .run(() => append(record, entry))
      .catch((error: unknown) => log(`${record}: ${errorText(error)}`));
  }

  refused(request: object, reason: string): void {
    this.#refused += 1;
    if (this.#refused <= REFUSALS) this.#options.log(auditLine(request, reason));
  }

  #sumUp(): void {
    const more = this.#refused - REFUSALS;
    this.#refused = 0;
    if (more > 0) this.#options.log(auditLine({ verb: "refused", more }, "refused"));
  }
}
