/**
 * The public files on the disk. `htdocs` is a link to one of the trees beside it; whoever reads goes through the link:
 *
 *     htdocs -> htdocs-trees/t-x1Y2z3       the one that is served
 *     htdocs-trees/new-a1B2c3               one being unpacked
 *
 * A change makes a whole new tree and moves the link (rename(2)), so a power cut leaves the old or the new one. The old
 * one goes a moment later: answers under way still open files of it.
 */
import { lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { type Clock, type DataLayout, ensureFolder, isMissing, syncFolder } from "@hubwart/core";

type Layout = Pick<DataLayout, "root" | "htdocs" | "htdocsTrees">;

const KEPT_MS = 10_000;
const TREE = "t-";
const UNFINISHED = "new-";

export class PublicTree {
  readonly #layout: Layout;
  readonly #clock: Clock;
  /** Names of trees that nobody is led to any more, and how their removal is called off. */
  readonly #retired = new Map<string, () => void>();

  private constructor(layout: Layout, clock: Clock) {
    this.#layout = layout;
    this.#clock = clock;
  }

  /** Removes what an interrupted change left, and takes over a plain folder that lies in the link's place. */
  static async open(layout: Layout, clock: Clock): Promise<PublicTree> {
    const tree = new PublicTree(layout, clock);
    await ensureFolder(layout.htdocsTrees);
    await tree.#adopt();
    const current = await tree.current();
    for (const name of await readdir(layout.htdocsTrees)) {
      if (name !== current) await rm(tree.#path(name), { recursive: true, force: true });
    }
    return tree;
  }

  /** Name of the tree that is served. */
  async current(): Promise<string> {
    return path.basename(await readlink(this.#layout.htdocs));
  }

  /** An empty folder to unpack into, on the same disk. */
  async begin(): Promise<string> {
    for (const name of this.#retired.keys()) await this.#remove(name);
    return path.basename(await mkdtemp(this.#path(UNFINISHED)));
  }

  folder(name: string): string {
    return this.#path(name);
  }

  /** Serves it from now on. */
  async show(name: string): Promise<void> {
    const old = await this.current();
    if (old === name) return;
    // Its own name is on the disk before anything leads to it.
    await syncFolder(this.#layout.htdocsTrees);
    await this.#link(name);
    this.#retired.set(
      old,
      this.#clock.after(KEPT_MS, () => void this.#remove(old)),
    );
  }

  /** Takes back what was begun; the one that is served stays. */
  async discard(name: string): Promise<void> {
    if (name !== (await this.current())) await rm(this.#path(name), { recursive: true, force: true });
  }

  end(): void {
    for (const cancel of this.#retired.values()) cancel();
  }

  async #remove(name: string): Promise<void> {
    this.#retired.get(name)?.();
    this.#retired.delete(name);
    // What cannot be removed now is removed by the next start.
    await rm(this.#path(name), { recursive: true, force: true }).catch(() => undefined);
  }

  async #adopt(): Promise<void> {
    const { htdocs } = this.#layout;
    const kind = await lstat(htdocs).catch(missing);
    if (kind?.isSymbolicLink() && (await this.#leadsToTree())) return;
    const name = `${TREE}${this.#clock.now().toString(36)}`;
    if (kind?.isDirectory()) {
      await rename(htdocs, this.#path(name));
      await syncFolder(this.#layout.htdocsTrees);
      return await this.#link(name);
    }
    // A power cut between the two steps above: the folder is there, the link is not.
    const trees = (await readdir(this.#layout.htdocsTrees)).filter((found) => found.startsWith(TREE)).sort();
    const last = trees.at(-1);
    if (last === undefined) await mkdir(this.#path(name), { mode: 0o700 });
    await this.#link(last ?? name);
  }

  async #leadsToTree(): Promise<boolean> {
    const { htdocs, htdocsTrees } = this.#layout;
    const target = path.resolve(path.dirname(htdocs), await readlink(htdocs));
    if (path.dirname(target) !== htdocsTrees) return false;
    return (await stat(target).catch(missing))?.isDirectory() === true;
  }

  async #link(name: string): Promise<void> {
    const { root, htdocs } = this.#layout;
    const beside = path.join(root, ".htdocs.tmp");
    await rm(beside, { force: true });
    await symlink(path.relative(root, this.#path(name)), beside);
    await rename(beside, htdocs);
    await syncFolder(root);
  }

  #path(name: string): string {
    return path.join(this.#layout.htdocsTrees, name);
  }
}

function missing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
