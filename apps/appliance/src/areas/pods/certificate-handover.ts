/**
 * Hands the device's certificate to pods that serve with it: as files for their next start, and by a message to those
 * that run, so that a new one holds at once.
 *
 * Invariant: the private key goes only to pods that run on this device and say that they want it.
 */
import { type HubPod, PodHandover } from "@hubwart/ipc";
import { TLS_CERTIFICATE_FILE, TLS_KEY_FILE } from "@hubwart/pods/asset-files";
import type { ServerCertificate } from "../../context.ts";
import type { HubLink } from "../../hub-link.ts";
import { PodRounds, type RoundParts } from "../../pod-rounds.ts";

export interface CertificateHandoverParts extends RoundParts {
  hub: Pick<HubLink, "connected" | "on" | "pods" | "request">;
  /** `layout.podHandover` */
  folder: string;
  certificate: ServerCertificate;
}

export class CertificateHandover {
  readonly #parts: CertificateHandoverParts;
  readonly #rounds: PodRounds;
  /** By pod: the start and the version it has. */
  readonly #has = new Map<string, string>();
  #version = 0;

  constructor(parts: CertificateHandoverParts) {
    this.#parts = parts;
    this.#rounds = new PodRounds(parts, "http_in", (pod) => this.#bring(pod));
  }

  start(): void {
    const { certificate, scope } = this.#parts;
    scope.add(
      certificate.onChange(() => {
        this.#version += 1;
        this.#rounds.go();
      }),
    );
    this.#rounds.go();
  }

  async #bring(pod: HubPod): Promise<void> {
    const { certificate, hub } = this.#parts;
    const pair = certificate.server;
    const wanted = `${pod.started} ${pod.starts} ${this.#version} ${pod.internal}`;
    if (!pair || !hub.connected || !pod.running || this.#has.get(pod.id) === wanted) return;
    if (pod.internal && (await this.#wants(pod.id))) {
      await this.#write(pod.id, pair);
      await hub.request("podAsk", { pod: pod.id, method: "tls", params: { ...pair } });
    } else {
      await this.#write(pod.id, undefined);
    }
    this.#has.set(pod.id, wanted);
  }

  async #wants(pod: string): Promise<boolean> {
    const { result } = await this.#parts.hub.request("podAsk", { pod, method: "wantsTls", params: {} });
    return (result as { wanted: boolean }).wanted;
  }

  async #write(pod: string, pair: { key: string; certificate: string } | undefined): Promise<void> {
    const handover = new PodHandover(this.#parts.folder, pod);
    if (pair) {
      await handover.writeFile(TLS_KEY_FILE, Buffer.from(pair.key));
      await handover.writeFile(TLS_CERTIFICATE_FILE, Buffer.from(pair.certificate));
    } else {
      await handover.removeFile(TLS_KEY_FILE);
      await handover.removeFile(TLS_CERTIFICATE_FILE);
    }
  }
}
