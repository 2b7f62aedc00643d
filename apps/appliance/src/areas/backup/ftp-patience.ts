/**
 * How long a server may take altogether. The library counts silence only: a server that sends a line now and then would hold a
 * sign-in or a command open without end.
 *
 *     const patience = new FtpPatience(client, 60_000);
 *     const signedIn = patience.whole();  await client.access(…);  signedIn();
 *     …                                    // each command has that long; a transfer as long as its data moves
 *     patience.end();                      // patience.over: it closed the client
 */
import type { Client } from "basic-ftp";

export class FtpPatience {
  readonly #client: Client;
  readonly #within: number;
  readonly #timer: NodeJS.Timeout;
  #over = false;
  #since: number | undefined;
  #moved = 0;
  #wholeSince: number | undefined;

  /** @param within ms */
  constructor(client: Client, within: number) {
    this.#client = client;
    this.#within = within;
    const { ftp } = client;
    const handle = ftp.handle.bind(ftp);
    ftp.handle = (...command) => {
      this.#since = performance.now();
      return handle(...command).finally(() => {
        this.#since = undefined;
      });
    };
    this.#timer = setInterval(() => this.#look(), Math.max(10, within / 10));
  }

  /** It closed the client. */
  get over(): boolean {
    return this.#over;
  }

  /** All that follows counts together until the returned function is called. */
  whole(): () => void {
    this.#wholeSince = performance.now();
    return () => {
      this.#wholeSince = undefined;
    };
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { bytesRead = 0, bytesWritten = 0 } = this.#client.ftp.dataSocket ?? {};
    const moved = bytesRead + bytesWritten;
    if (moved !== this.#moved && this.#since !== undefined) this.#since = performance.now();
    this.#moved = moved;
    const late = (since: number | undefined) =>
      since !== undefined && performance.now() - since > this.#within;
    if (!late(this.#since) && !late(this.#wholeSince)) return;
    this.#over = true;
    this.#client.close();
  }
}
