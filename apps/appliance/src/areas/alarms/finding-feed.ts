/**
 * Tells the engine what the device finds wrong with itself, for projects that have alarms of it: whenever that changed, and now and then
 * anew, since an engine that has just begun knows only what stood.
 *
 *     const feed = new FindingFeed({ hub, findings: () => app.findings(), wanted: () => watch.ofDevice });
 *     await feed.send();                          // every few seconds
 */
import type { HubLink } from "../../hub-link.ts";
import type { Finding } from "../../status.ts";

/** Next steps (level 1) are nothing that is wrong. */
const WRONG = 2;
/** Calls after which the same is told again. */
const AGAIN_AFTER = 6;
const MOST = 200;
const LONGEST = 1_000;

export interface FindingFeedOptions {
  hub: Pick<HubLink, "connected" | "request">;
  findings: () => readonly Finding[];
  wanted: () => boolean;
}

export class FindingFeed {
  readonly #options: FindingFeedOptions;
  #told: string | undefined;
  #calls = 0;
  #busy = false;

  constructor(options: FindingFeedOptions) {
    this.#options = options;
  }

  async send(): Promise<void> {
    const { findings, hub, wanted } = this.#options;
    if (this.#busy || !hub.connected || !wanted()) return;
    const list = findings()
      .filter(({ level }) => level >= WRONG)
      .slice(0, MOST)
      .map(({ code, text }) => ({ code: code.toLowerCase(), text: text.slice(0, LONGEST) }));
    const now = JSON.stringify(list);
    this.#calls += 1;
    if (now === this.#told && this.#calls < AGAIN_AFTER) return;
    this.#busy = true;
    try {
      await hub.request("alarmFindings", { findings: list });
      this.#told = now;
      this.#calls = 0;
    } finally {
      this.#busy = false;
    }
  }
}
