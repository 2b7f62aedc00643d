/** One value after the other, each until it has arrived. */
const LONGEST_MS = 20_000;
const LOOK_MS = 1;

export class Rounds {
  readonly #waiting = new Map<string, () => void>();

  /** What came, where somebody tells of it. */
  arrived(type: string, text: string): void {
    this.#waiting.get(`${type} ${Number(text)}`)?.();
  }

  /** @param look what has arrived last, where nobody tells of it. @returns ms */
  async one(
    type: string,
    value: number,
    send: () => Promise<void>,
    look?: () => string | undefined,
  ): Promise<number> {
    const key = `${type} ${value}`;
    const sent = performance.now();
    return await new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(late);
        clearInterval(looking);
        this.#waiting.delete(key);
        resolve(performance.now() - sent);
      };
      const looking = look && setInterval(() => look() === String(value) && done(), LOOK_MS);
      const late = setTimeout(() => {
        clearInterval(looking);
        reject(new Error(`${key} did not arrive`));
      }, LONGEST_MS);
      this.#waiting.set(key, done);
      send().catch(reject);
    });
  }
}
