/** Where a status document can go. One file a kind. */

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
