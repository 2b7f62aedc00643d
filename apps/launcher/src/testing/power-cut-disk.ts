/**
 * A disk in memory whose power is cut at a chosen moment. What was renamed, linked or made since its folder was last
 * synced is lost then, if `forgets` says so, whatever was written elsewhere since.
 */
import path from "node:path";
import type { Disk } from "../changeover/disk.ts";

export class PowerCut extends Error {}

export class PowerCutDisk implements Disk {
  /** Files by name; a link is `-> target`. Folders are implied. */
  files = new Map<string, string>();
  /** Operations that change something, so far. */
  operations = 0;
  /** The power goes with this operation, when it is half done or just done. */
  cut: { at: number; half: boolean; forgets: boolean } | undefined;
  /** Operations that fail as on a full disk. */
  full = false;
  #dead = false;
  #unsynced: { folders: Set<string>; undo: () => void }[] = [];

  /** The power is back. */
  revive(): void {
    this.#dead = false;
  }

  async has(name: string): Promise<boolean> {
    return this.#below(name).length > 0;
  }
  async read(name: string): Promise<string | undefined> {
    return this.files.get(name);
  }
  async list(folder: string): Promise<string[]> {
    const names = this.#below(folder).map((name) => name.slice(folder.length + 1).split("/")[0] ?? "");
    return [...new Set(names)];
  }
  async linkOf(name: string): Promise<string | undefined> {
    const content = this.files.get(name);
    return content?.startsWith("-> ") ? content.slice(3) : undefined;
  }
  async write(name: string, content: string): Promise<void> {
    if (this.full) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    this.#act([], () => {
      this.files.set(name, content);
      this.#synced(path.posix.dirname(name));
    });
  }
  async makeFolder(): Promise<void> {}
  async rename(from: string, to: string): Promise<void> {
    const moved = this.#below(from);
    if (moved.length === 0) throw new Error(`nothing at ${from}`);
    const onto = this.#below(to);
    if (onto.length > 1 || (onto.length === 1 && moved[0] !== from)) throw new Error(`${to} is not empty`);
    this.#act([path.posix.dirname(from), path.posix.dirname(to)], () => {
      this.#move(from, to);
      return () => this.#move(to, from);
    });
  }
  async sync(folder: string): Promise<void> {
    this.#act([], () => this.#synced(folder));
  }
  async copy(from: string, to: string): Promise<void> {
    this.#tree(this.#below(from), (name) =>
      this.files.set(to + name.slice(from.length), this.files.get(name) ?? ""),
    );
  }
  async remove(name: string): Promise<void> {
    if (name === "reserve") this.full = false;
    this.#tree(this.#below(name), (file) => this.files.delete(file));
  }
  async link(name: string, target: string): Promise<void> {
    this.#act([path.posix.dirname(name)], () => {
      this.files.set(name, `-> ${target}`);
      return () => this.files.delete(name);
    });
  }

  /** What a reader finds, without what belongs to the changeover itself. */
  state(): Record<string, string> {
    return Object.fromEntries([...this.files].filter(([name]) => !/^changeover|^reserve$/.test(name)));
  }

  #below(top: string): string[] {
    return [...this.files.keys()].filter((name) => name === top || name.startsWith(`${top}/`));
  }
  /** Not one operation for the file system: it may have been done for some of the files. */
  #tree(names: string[], act: (name: string) => void): void {
    this.#begin();
    const cut = this.cut?.at === this.operations;
    for (const name of cut && this.cut?.half ? names.slice(0, Math.ceil(names.length / 2)) : names) act(name);
    if (cut) this.#lose();
  }
  /** @param act returns how it is lost */
  #act(folders: string[], act: () => unknown): void {
    this.#begin();
    const cut = this.cut?.at === this.operations ? this.cut : undefined;
    const undo = cut?.half ? undefined : act();
    if (typeof undo === "function")
      this.#unsynced.push({ folders: new Set(folders), undo: undo as () => void });
    if (cut) this.#lose();
  }
  #synced(folder: string): void {
    for (const { folders } of this.#unsynced) folders.delete(folder);
    this.#unsynced = this.#unsynced.filter(({ folders }) => folders.size > 0);
  }
  #move(from: string, to: string): void {
    for (const name of this.#below(from)) {
      this.files.set(to + name.slice(from.length), this.files.get(name) ?? "");
      this.files.delete(name);
    }
  }
  #begin(): void {
    if (this.#dead) throw new PowerCut("no power");
    this.operations += 1;
  }
  #lose(): never {
    this.#dead = true;
    if (this.cut?.forgets) for (const { undo } of this.#unsynced.reverse()) undo();
    this.cut = undefined;
    this.#unsynced = [];
    throw new PowerCut("power cut");
  }
}
