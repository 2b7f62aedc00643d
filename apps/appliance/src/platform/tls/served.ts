/**
 * The certificate that this device serves with: the one that people uploaded, otherwise its own.
 *
 *     const served = new ServedCertificate(device, own);
 *     served.onChange((pair) => …);      // every listener; each change holds for its next connection
 *     served.start();
 *
 * The device's own is kept and renewed behind an uploaded one, so that there is one to go back to.
 */
import type { Clock } from "@hubwart/core";
import type { Finding } from "../../status.ts";
import type { DeviceCertificate } from "./certificate.ts";
import { dayOf } from "./certificate-file.ts";
import type { KeyPair } from "./order.ts";
import type { OwnServer } from "./own-server.ts";
import { texts } from "./texts.ts";
import { assumedTime, BEFORE_END } from "./validity.ts";

/** A renewal that failed has been tried for so long before people hear of it, ms. */
const TRIED_FOR = 2 * 24 * 60 * 60 * 1000;
const ROUTE = "/resources/certs?tab=server";

export class ServedCertificate {
  readonly #device: DeviceCertificate;
  readonly #own: OwnServer;
  readonly #handlers = new Set<(server: KeyPair) => void>();
  #told: KeyPair | undefined;

  constructor(device: DeviceCertificate, own: OwnServer) {
    this.#device = device;
    this.#own = own;
    device.onChange(() => this.#tell());
    own.onChange(() => this.#tell());
  }

  start(): void {
    this.#tell();
    this.#device.start();
  }

  get server(): KeyPair | undefined {
    return this.#own.stored?.pair ?? this.#device.server;
  }

  /** Names of the uploaded one: the device is reached under them. `*.` stands for one label. */
  get names(): readonly string[] {
    return this.#own.stored?.names ?? [];
  }

  onChange(handler: (server: KeyPair) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  findings(clock: Clock): Finding[] {
    const now = assumedTime(clock.now());
    const { authority, server } = this.#device;
    const left = (pair: typeof server) =>
      pair ? Date.parse(pair.x509.validTo) - now : Number.POSITIVE_INFINITY;
    const found = this.#own.findings();
    if (this.#device.lostRoot)
      found.push({ code: "root-certificate-lost", level: 2, text: texts.rootLost, route: ROUTE });
    if (left(authority) <= BEFORE_END) {
      const text = texts.rootEnds(dayOf(authority?.x509.validTo ?? ""));
      found.push({ code: "root-certificate-expires", level: 2, text, route: ROUTE });
    } else if (left(server) <= BEFORE_END - TRIED_FOR) {
      const text = texts.serverEnds(dayOf(server?.x509.validTo ?? ""));
      found.push({ code: "server-certificate-kept", level: 2, text, route: "/runtime/logging" });
    }
    return found;
  }

  #tell(): void {
    const { server } = this;
    if (!server || server === this.#told) return;
    this.#told = server;
    for (const handler of this.#handlers) handler(server);
  }
}
