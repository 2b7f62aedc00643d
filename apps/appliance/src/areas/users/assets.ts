/**
 * Hands the users of field devices, and the device's certificate, to the pods of type `asset`: as files for their next start, and by
 * a message to those that run, so that a change holds at once and no device is disconnected for another one's sake.
 *
 * Invariants: a pod is told again after each of its starts and after each change, until it has confirmed
 * the newest. The private key goes only to pods that run on this device.
 */
import { type HubPod, PodHandover } from "@hubwart/ipc";
import type { LiveUser } from "@hubwart/live";
import { TLS_CERTIFICATE_FILE, TLS_KEY_FILE, USERS_FILE } from "@hubwart/pods/asset-files";
import type { ServerCertificate } from "../../context.ts";
import type { HubLink } from "../../hub-link.ts";
import { PodRounds, type RoundParts } from "../../pod-rounds.ts";

export interface AssetHandoverParts extends RoundParts {
  hub: Pick<HubLink, "connected" | "on" | "pods" | "request">;
  /** `layout.podHandover` */
  folder: string;
  users: () => readonly LiveUser[];
  certificate: ServerCertificate;
}

/** Users of one message, far below what a message may weigh. */
const AT_ONCE = 200;

export class AssetHandover {
  readonly #parts: AssetHandoverParts;
  /** By pod: the start and the version it has confirmed. */
  readonly #confirmed = new Map<string, string>();
  /** By pod: the version its files have. */
  readonly #written = new Map<string, string>();
  readonly #rounds: PodRounds;
  #version = 0;

  constructor(parts: AssetHandoverParts) {
    this.#parts = parts;
    this.#rounds = new PodRounds(parts, "asset", (pod) => this.#hand(pod));
    parts.scope.add(parts.certificate.onChange(() => this.changed()));
  }

  /** Users or certificate are others than before. */
  changed(): void {
    this.#version += 1;
    this.#rounds.go();
  }

  async #hand(pod: HubPod): Promise<void> {
    const { hub, users, certificate } = this.#parts;
    const version = `${this.#version} ${pod.internal}`;
    const wanted = `${pod.started} ${pod.starts} ${version}`;
    const asked = hub.connected && pod.running && this.#confirmed.get(pod.id) !== wanted;
    if (!asked && this.#written.get(pod.id) === version) return;
    const pair = pod.internal ? certificate.server : undefined;
    const all = users().map(({ username, role, pwd, token }) => ({ username, role, pwd, token }));
    if (this.#written.get(pod.id) !== version) {
      await this.#write(pod.id, all, pair);
      this.#written.set(pod.id, version);
    }
    if (!asked) return;
    for (let at = 0; at === 0 || at < all.length; at += AT_ONCE) {
      const params = {
        first: at === 0,
        last: at + AT_ONCE >= all.length,
        users: all.slice(at, at + AT_ONCE),
      };
      await hub.request("podAsk", { pod: pod.id, method: "users", params });
    }
    if (pair) {
      const params = { key: pair.key, certificate: pair.certificate };
      await hub.request("podAsk", { pod: pod.id, method: "tls", params });
    }
    this.#confirmed.set(pod.id, wanted);
  }

  async #write(
    pod: string,
    users: readonly LiveUser[],
    pair: { key: string; certificate: string } | undefined,
  ) {
    const handover = new PodHandover(this.#parts.folder, pod);
    await handover.writeFile(USERS_FILE, Buffer.from(JSON.stringify(users)));
    if (pair) {
      await handover.writeFile(TLS_KEY_FILE, Buffer.from(pair.key));
      await handover.writeFile(TLS_CERTIFICATE_FILE, Buffer.from(pair.certificate));
    } else {
      await handover.removeFile(TLS_KEY_FILE);
      await handover.removeFile(TLS_CERTIFICATE_FILE);
    }
  }
}
