/** What a hub keeps of projects, in memory: versions, and the draft that a central writes. A word `wert-…` in a draft is what it comes to; `wert-falsch` is an error. */
import { UnavailableError } from "@hubwart/core";
import type { SiteAsked } from "@hubwart/fleet";

const CHANGE = { kind: "pod", chan: "modb.pod.a", change: "changed" };

export class FakeProjects {
  readonly versions: { version: string; hash: string }[] = [];
  /** Number of the version in use. */
  current: string | undefined;
  drafts = new Map<string, string>();
  /** Of a project that differs from the one in use. */
  changes = 1;
  published = 0;
  restored = 0;
  /** Does not stand the next one. */
  bad = false;
  /** Does not answer the order to publish, and does it or not. */
  loses: "done" | "undone" | undefined;
  #nr = 0;

  run(hash: string): void {
    this.#nr += 1;
    this.versions.unshift({ version: String(this.#nr), hash });
    this.current = String(this.#nr);
  }

  /** By itself: the newest stays among the versions. */
  putBack(): void {
    this.current = this.versions[1]?.version;
  }

  get hash(): string {
    return this.versions.find(({ version }) => version === this.current)?.hash ?? "";
  }

  /** Undefined: no call about projects. */
  answer({ body, call, params }: SiteAsked): object | undefined {
    const id = params?.["id"] ?? "";
    if (call === "projectVersions")
      return { code: 0, versions: this.versions.map((each) => this.#row(each)) };
    if (call === "projectRestore") return this.#restore((body as { version: string }).version);
    if (call === "draftCreate") return this.#create();
    if (call === "draftDelete") this.drafts.delete(id);
    if (call === "draftSteps") return this.#steps(id, body as { after: number; steps: object[] });
    if (call === "draftPublish") return this.#publish(id, params?.["action"] === "publish");
    return call === "draftDelete" ? { code: 0 } : undefined;
  }

  #create(): object {
    this.#nr += 1;
    this.drafts.set(`d${this.#nr}`, "");
    return { code: 0, id: `d${this.#nr}`, rebuilt: false };
  }

  #steps(id: string, { after, steps }: { after: number; steps: object[] }): object {
    this.drafts.set(id, (this.drafts.get(id) ?? "") + JSON.stringify(steps));
    const done = steps.map((step) => ({ ...step, seq: after + 1, at: 1, by: "", inverse: [] }));
    return { code: 0, done, missing: [] };
  }

  #publish(id: string, orders: boolean): object {
    const hash = /wert-\w+/.exec(this.drafts.get(id) ?? "")?.[0] ?? "";
    const wrong = hash === "wert-falsch";
    const old = this.hash;
    if (orders && this.loses !== "undone") {
      this.published += 1;
      this.run(hash);
      if (this.bad) this.putBack();
    }
    if (orders && this.loses) throw new UnavailableError("Der Standort hat nicht rechtzeitig geantwortet.");
    if (orders && this.bad) return { code: 1404, message: "Zurückgestellt: Der Pod startet nicht." };
    const error = {
      Ref: "a|pods|2",
      Channel: "",
      ErrCode: 1100,
      Attribute: "",
      ErrText: "falsch",
      Hint: "",
      Level: "error",
    };
    return {
      code: wrong ? 1400 : 0,
      old_hash: old,
      new_hash: wrong ? "" : hash,
      restart: false,
      errors: wrong ? [error] : [],
      ...(old !== "" && { changes: Array.from({ length: hash === old ? 0 : this.changes }, () => CHANGE) }),
    };
  }

  #restore(version: string): object {
    if (!this.versions.some((one) => one.version === version)) return { code: 404, message: "gibt es nicht" };
    this.restored += 1;
    this.current = version;
    return { code: 0, restart: false };
  }

  #row({ hash, version }: { version: string; hash: string }): object {
    const none = { channels: 0, pods: 0, size: 0, uploaded: 1, note: "", keep: false };
    const file = { filename: "a.zip", stored: true, encrypted: false };
    return { ...none, ...file, version, hash, id: "a", name: "a", current: version === this.current };
  }
}
