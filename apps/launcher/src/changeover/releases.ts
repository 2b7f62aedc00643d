/**
 * Which release the children are started from: `releases/current` is a link to the folder of a version, switched by one
 * rename; without it they are started from where the launcher itself lies, the base.
 *
 * Invariant: there is always one. A loaded release that is missing or damaged is passed over for the newest older one
 * that is whole, and at last for the base; `running.fallback` then says so. A base that is as new comes first: somebody
 * has installed it since.
 */
import path from "node:path";
import { DeniedError, RELEASE_NAME } from "@hubwart/core";
import type { RunningRelease } from "@hubwart/ipc";
import { compareVersions } from "@hubwart/releases";
import type { ReleaseDoor } from "@hubwart/releases/device";
import { texts } from "../texts.ts";
import type { Disk } from "./disk.ts";
import { releaseFault } from "./release-check.ts";

const CURRENT = "releases/current";
const NEXT = "releases/.current";
/** Of root's service: there as long as a trial is open. */
const TRIAL = "trial.json";

export interface Releases {
  /** Folder of the built entries. */
  readonly folder: string;
  /** The Node that the release brings; undefined: that of the launcher. */
  readonly node: string | undefined;
  /** null: the installation's own. */
  readonly current: string | null;
  readonly running: RunningRelease;
  /** Reads what is current; before the first child is started. */
  open(): Promise<void>;
  /** Children that are started from now on are of this version. @throws Error if it is not there */
  runFrom(release: string | null): Promise<void>;
  /** What ran before `release` was tried runs again. */
  backFrom(release: string | null, before: string | null): Promise<void>;
  /** `release` has proved itself. */
  settle(release: string): Promise<void>;
  /** Somebody else is still waiting to hear whether the release is good. */
  unsettled(): Promise<boolean>;
  /**
   * Programs beside the launcher's children belong to the release as well, and the unit of the launcher: after a switch
   * the launcher has to be started anew.
   */
  readonly anew: boolean;
}

/** Where releases are root's: what is current is switched by its service, which keeps a trial of its own over each. */
export type OfRoot = Pick<ReleaseDoor, "use" | "confirm" | "back">;

export interface Base {
  /** Of the launcher's own entries. */
  folder: string;
  version: string;
}

/**
 * @param root of `disk`
 * @param faultOf German: what is wrong with the release in this folder
 * @param ofRoot where `releases/` may only be read
 */
export function releasesBelow(
  root: string,
  base: Base,
  disk: Disk,
  faultOf: (folder: string) => Promise<string | undefined> = releaseFault,
  ofRoot?: OfRoot,
): Releases {
  let anew = false;
  let current: string | null = null;
  let node: string | undefined;
  let fallback: string | undefined;
  const use = async (release: string | null): Promise<void> => {
    current = release;
    const brought = `releases/${release}/node/bin/node`;
    node = release !== null && (await disk.has(brought)) ? path.join(root, brought) : undefined;
  };
  const fault = async (release: string) =>
    RELEASE_NAME.test(release) ? await faultOf(path.join(root, "releases", release)) : texts.noReleaseName;

  /** The newest of the others that is older, and whole. */
  async function before(release: string): Promise<string | null> {
    const others = (await disk.list("releases"))
      .filter((name) => RELEASE_NAME.test(name) && name !== "current")
      .filter((name) => compareVersions(name, release) < 0 && compareVersions(name, base.version) > 0)
      .toSorted((a, b) => compareVersions(b, a));
    for (const name of others) if ((await fault(name)) === undefined) return name;
    return null;
  }

  return {
    get folder() {
      return current === null ? base.folder : path.join(root, "releases", current, "server");
    },
    get node() {
      return node;
    },
    get current() {
      return current;
    },
    get running() {
      return {
        version: current ?? base.version,
        base: current === null,
        ...(fallback === undefined ? {} : { fallback }),
      };
    },
    get anew() {
      return anew;
    },
    open,
    async runFrom(release) {
      const wrong = release === null ? undefined : await fault(release);
      if (wrong !== undefined) throw new Error(texts.incomplete(release, wrong));
      if (ofRoot === undefined) await link(release);
      else {
        if (isNewer(current, release)) {
          // What is older has run before: root's service knows what did.
          await ofRoot.back(current ?? base.version);
          if (((await disk.linkOf(CURRENT)) ?? null) !== release)
            throw new Error(texts.notTheOneBefore(release ?? base.version));
        } else if (release !== null) {
          await ofRoot.use(release);
        }
        anew = true;
      }
      fallback = undefined;
      await use(release);
    },
    async backFrom(release, before) {
      if (ofRoot === undefined) {
        // The base is always there.
        await this.runFrom(before).catch(() => this.runFrom(null));
        return;
      }
      const was = await disk.linkOf(CURRENT);
      if (before !== null && isNewer(before, release)) {
        // It had proved itself before somebody wanted to go back from it.
        if (was !== before) await ofRoot.use(before);
        if (await this.unsettled()) await ofRoot.confirm(before);
        anew ||= was !== before;
        await open();
        return;
      }
      try {
        await ofRoot.back(release ?? base.version);
      } catch (error) {
        // It was confirmed, and stays; or nobody answers, and it was never switched to.
        if (!(error instanceof DeniedError) && was === release) throw error;
      }
      anew ||= was !== (await disk.linkOf(CURRENT));
      await open();
    },
    settle: async (release) => await ofRoot?.confirm(release),
    unsettled: async () => ofRoot !== undefined && (await disk.has(TRIAL)),
  };

  /** null is the base, which is older than whatever runs in its place. */
  function isNewer(one: string | null, other: string | null): boolean {
    return compareVersions(one ?? base.version, other ?? base.version) > 0;
  }

  async function open(): Promise<void> {
    fallback = undefined;
    const linked = (await disk.linkOf(CURRENT)) ?? null;
    const wanted = linked !== null && compareVersions(linked, base.version) > 0 ? linked : null;
    const wrong = wanted === null ? undefined : await fault(wanted);
    if (wanted === null || wrong === undefined) return await use(wanted);
    fallback = texts.incomplete(wanted, wrong);
    await use(await before(wanted));
  }

  async function link(release: string | null): Promise<void> {
    if (release === null) {
      await disk.remove(CURRENT);
    } else {
      await disk.remove(NEXT);
      await disk.link(NEXT, release);
      await disk.rename(NEXT, CURRENT);
    }
    if (await disk.has("releases")) await disk.sync("releases");
  }
}
