/** Where a status document can go. One file a kind; `index.ts` names them all. */

export interface Target {
  /** For log lines, e.g. `MQTT (mosquitto:1884)`. */
  readonly label: string;
  /**
   * Resolves with what the target answered (German) once it has taken the document over; rejects with a German
   * sentence otherwise. Bounded in time. `content` is the document as JSON text.
   */
  send(content: string, signal: AbortSignal): Promise<string>;
  /** Lets go of connections kept between documents. */
  release(): Promise<void>;
}

/** A document was not taken; the message is for people. */
export class TargetError extends Error {}

/** For a whole exchange with a target, ms. */
export const EXCHANGE_MS = 10_000;
