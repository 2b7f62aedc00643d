/**
 * What people acknowledge in a chat, for the change log: each once, whoever was away meanwhile. The engine's journal is where it is read
 * from; how far, is kept.
 *
 *     const chat = new ChatLog({ hub, store, audit, clock, log, scope });
 *     chat.noted();                                            // whenever something about the alarms changed
 */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import type { AlarmEvent } from "@hubwart/ipc";
import * as z from "zod/mini";
import type { AuditTrail } from "../../http/ports.ts";
import type { HubLink } from "../../hub-link.ts";

const setting = defineSetting({
  name: "alarms.chat-log",
  schema: z.object({ seq: z.int() }),
  fallback: { seq: -1 },
  memory: true,
});

/** ms */
const READ_AFTER = 1_000;
/** Lines that may be looked through anew. */
const READ_AGAIN = 1_000;
const AT_ONCE = 500;
const NAMED = 20;

export interface ChatLogOptions {
  hub: Pick<HubLink, "connected" | "status" | "request">;
  store: Pick<Store, "settings">;
  audit: AuditTrail;
  clock: Pick<Clock, "now" | "after">;
  log: Pick<Logger, "debug">;
  scope: Scope;
}

export class ChatLog {
  readonly #options: ChatLogOptions;
  #cancel: (() => void) | undefined;
  #busy = false;

  constructor(options: ChatLogOptions) {
    this.#options = options;
    options.scope.add(() => this.#cancel?.());
  }

  /** Something about the alarms is other than before: it is read soon, and with what else comes by then. */
  noted(): void {
    const { clock, log } = this.#options;
    this.#cancel ??= clock.after(READ_AFTER, () => {
      this.#cancel = undefined;
      if (this.#busy) return this.noted();
      void this.read().catch((error: unknown) => log.debug(errorText(error)));
    });
  }

  async read(): Promise<void> {
    this.#busy = true;
    try {
      await this.#read();
    } finally {
      this.#busy = false;
    }
  }

  async #read(): Promise<void> {
    const { audit, clock, hub, store } = this.#options;
    if (!hub.connected || hub.status()?.state !== "running") return;
    const newest = (await this.#ask({ limit: 1 }))[0]?.seq ?? 0;
    const { seq } = store.settings.read(setting);
    if (newest === seq) return;
    // Never read before: what was is no news. Shorter than it was: the journal began anew.
    const events = seq < 0 ? [] : await this.#all(newest < seq ? 0 : seq);
    for (const [by, group] of grouped(events)) {
      audit.record({
        call: "alarmChatAck",
        address: by,
        code: 0,
        before: undefined,
        after: {
          done: group.length,
          alarms: group.slice(0, NAMED).map(({ source, text }) => `${text} (${source})`),
        },
      });
    }
    // How far it was read is worth a write only now and then.
    if (seq < 0 || newest < seq || events.length > 0 || newest - seq > READ_AGAIN)
      store.settings.write(setting, { seq: newest }, clock.now());
  }

  /** Oldest first. */
  async #all(after: number): Promise<AlarmEvent[]> {
    const events: AlarmEvent[] = [];
    for (;;) {
      const page = await this.#ask({ after, limit: AT_ONCE, offset: events.length, what: ["acked"] });
      events.push(...page);
      if (page.length < AT_ONCE) return events.reverse().filter(({ by = "" }) => by.startsWith("chat."));
    }
  }

  async #ask(question: { limit: number; after?: number; offset?: number; what?: ["acked"] }) {
    const { events } = await this.#options.hub.request("alarmHistory", {
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      offset: 0,
      ...question,
    });
    return events;
  }
}

/** What one person did at one moment is one entry. */
function grouped(events: readonly AlarmEvent[]): [string, AlarmEvent[]][] {
  const groups: [string, AlarmEvent[]][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && last[0] === event.by && last[1][0]?.at === event.at) last[1].push(event);
    else groups.push([event.by ?? "", [event]]);
  }
  return groups;
}
