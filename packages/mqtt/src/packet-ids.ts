/** Packet identifiers in use on one session, 1–65535 (MQTT 5.0 §2.2.1). */
const LAST = 65_535;

export class PacketIds {
  readonly #used = new Set<number>();
  #next = 1;

  /** A free identifier. The caller keeps far fewer than 65,535 in use. */
  take(): number {
    while (this.#used.has(this.#next)) this.#next = this.#next === LAST ? 1 : this.#next + 1;
    const id = this.#next;
    this.#used.add(id);
    this.#next = id === LAST ? 1 : id + 1;
    return id;
  }

  release(id: number): void {
    this.#used.delete(id);
  }
}
