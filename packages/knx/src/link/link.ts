/** A connection to the bus, whatever it runs over. */
import type { Cemi } from "../wire/cemi.ts";

export interface LinkEvents {
  telegram(cemi: Cemi): void;
  /** Called once, when the link has ended by itself; German reason. */
  closed(reason: string): void;
  /** Worth a line in the log, once in a while. German. */
  notice(text: string): void;
}

export interface Link {
  /** Source of what is sent; 0 if the interface fills it in. */
  readonly source: number;
  /** Individual address under which others see what is sent; Data Secure includes it. */
  readonly address: number;
  readonly open: boolean;
  /**
   * Sends a telegram (cEMI). Resolves with what became of it as far as the way tells: `sent` by the bus, `refused` by the bus
   * (nobody acknowledged), `silent` if the interface did not say, `lost` if the link ended meanwhile.
   */
  send(cemi: Buffer): Promise<Outcome>;
  /**
   * Ends the link, and lets the interface know; again at each call, as long as it has not answered.
   *
   * @returns whether that is over
   */
  release(): Promise<boolean>;
  /** There is another link now: nothing more is said about this one, whose number the other may have got. */
  forget(): void;
  /** Ends the link politely and for good, without a call of `closed`. */
  close(): Promise<void>;
}

export type Outcome = "sent" | "refused" | "silent" | "lost";

/** The link could not be made; the message is German. */
export class LinkError extends Error {}
