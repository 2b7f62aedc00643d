/** What the tests ask of a machine that was started from the disk image, whichever way it is run. */
import type net from "node:net";
import { ApiClient, type PeerProcess, startProcess, waitFor } from "@hubwart/testing";
import type { BrowserOptions } from "../../e2e/support/browser.ts";
import type { Place } from "./device-releases.ts";
import { fetchOver } from "./door.ts";
import { type Finished, KEPT, type RunOptions, run } from "./run.ts";

/** In the network of the device, as QEMU's own has them. */
export const GUEST = "10.0.2.15";
export const HOST = "10.0.2.2";

export interface ImageDeviceOptions {
  image: string;
  /** Bytes; larger than the image. */
  diskSize: number;
  /** Private SSH key of the account root. */
  key: string;
}

/** A way to run it. */
export interface Engine {
  /** ms until its console answers, at the longest. */
  longest: number;
  /** Switches it on; the kernel ends all of it with the process. */
  launch(): Promise<PeerProcess>;
  connect(port: number): Promise<net.Socket>;
  /** Before a program that is to run beside the device. */
  within: readonly string[];
  /** Arguments of ssh(1) after which it reaches root there. */
  ssh: readonly string[];
  /** For a server beside the device. */
  place(port: number): Place;
  /** For a browser that reaches it at GUEST. */
  browser(): Promise<BrowserOptions>;
  /** What its screen has shown. */
  screen(): Promise<string>;
}

export class ImageDevice {
  readonly api: ApiClient;
  readonly #key: string;
  readonly #engine: Engine;
  #authority: string | undefined;
  readonly #beside: PeerProcess[] = [];
  #process: PeerProcess | undefined;

  protected constructor(key: string, engine: Engine) {
    this.#key = key;
    this.#engine = engine;
    this.api = new ApiClient(`https://${GUEST}`, (url, init) => this.fetch(url, init));
  }

  /** Switches it on. @returns ms until the console answered */
  async start(): Promise<number> {
    const since = performance.now();
    const started = await this.#engine.launch();
    this.#process = started;
    const ready = async () => (this.#authority === undefined ? await this.#trust() : await this.#answers());
    await waitFor(() => ready().catch(() => false), {
      what: "the console of the device",
      timeout: this.#engine.longest,
      interval: 200,
    }).catch(async (error: unknown) => {
      const screen = await this.#engine.screen().catch(() => "");
      throw new Error(`${String(error)}\n${started.output()}\n${screen.slice(-4_000)}`, { cause: error });
    });
    return Math.round(performance.now() - since);
  }

  /** At once: nothing that it had not handed to its disk is kept. */
  async cutPower(): Promise<void> {
    await this.#process?.stop("SIGKILL");
  }

  /** In afterAll, with what runs beside it. */
  async stop(): Promise<void> {
    await this.cutPower();
    for (const one of this.#beside.toReversed()) await one.stop("SIGKILL");
  }

  /** As Node's `fetch`, to the device; redirects are answered, and its certificate must be of its own authority. */
  fetch(url: string, init: RequestInit = {}, idle = 60_000): Promise<Response> {
    const connect = async (_host: string, port: number) => {
      const socket = await this.#engine.connect(port);
      return socket.setTimeout(idle, () => socket.destroy(new Error("ETIMEDOUT")));
    };
    const trust = this.#authority === undefined ? undefined : { ca: this.#authority };
    return fetchOver(connect, url, init, trust);
  }

  /** A program beside the device, ended with this process. */
  async beside(args: readonly string[], ready: RegExp): Promise<PeerProcess> {
    // One that changes its rights is no longer ended with its parent (prctl(2)); the shell before it is.
    const bound = ["unshare", "--pid", "--fork", "--kill-child", "sh", "-c", '"$@"; exit $?', "sh"];
    const [program, ...rest] = [...KEPT, ...this.#engine.within, ...bound, ...args];
    const started = await startProcess(program, rest, { ready });
    this.#beside.push(started);
    return started;
  }

  /** For a server beside the device. */
  place(port: number): Place {
    return this.#engine.place(port);
  }

  browser(): Promise<BrowserOptions> {
    return this.#engine.browser();
  }

  /** PEM, of the last start. */
  async authority(): Promise<string> {
    return this.#authority ?? (await this.must("cat", ["/var/lib/hubwart/tls/authority.pem"]));
  }

  /** As root, by SSH. */
  run(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Finished> {
    const settings = ["BatchMode=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null"];
    const access = ["LogLevel=ERROR", "ConnectTimeout=10", ...settings].flatMap((option) => ["-o", option]);
    const { within, ssh } = this.#engine;
    const command = [file, ...args].map(quoted).join(" ");
    const [program, ...rest] = [...within, "ssh", ...access, "-i", this.#key, ...ssh, command];
    return run(program, rest, options);
  }

  /** As `run`, for what must succeed. @returns its standard output, trimmed */
  async must(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(file, args, options);
    if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`);
    return stdout.trim();
  }

  /** At its first start; a certificate is only trusted once its authority is known. */
  async #trust(): Promise<boolean> {
    const text = await this.must("cat", ["/var/lib/hubwart/tls/authority.pem"], { timeout: 20_000 });
    const found = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text);
    if (!found) return false;
    this.#authority = found[0];
    return await this.#answers();
  }

  async #answers(): Promise<boolean> {
    return (await this.fetch(`https://${GUEST}/admin/api/info`, {}, 5_000)).status === 200;
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
