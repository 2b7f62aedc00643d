/**
 * What areas offer one another. An area implements its own entry and hands it to the composition
 * (`Area.offers`); the others reach it through the context only: `app.use("license").verdict()`.
 *
 * An entry says what others need of an area, not all that it can do.
 */
import type {
  AnswerOf,
  DraftDocument,
  DraftOperation,
  HistoryMark,
  projectRun,
  stateStatus,
  systemPs,
} from "@hubwart/contract";
import type { LogEntry, LogLevel } from "@hubwart/core";
import type { RestartReason } from "@hubwart/ipc";
import type { LicenseVerdict } from "@hubwart/license";
import type { CompiledConstant, Edits, Places, ProjectError } from "@hubwart/project";
import type { JobOrigin } from "./http/ports.ts";
import type { Upload } from "./project-upload.ts";
import type { Status } from "./status.ts";

export interface Offers {
  backup: {
    /** ms since the epoch of the newest one on the device; 0: none. */
    last(): Promise<number>;
    /** Those on the device, newest first; `file` is absolute, `ts` ms since the epoch. */
    kept(): Promise<readonly { name: string; file: string; ts: number }[]>;
    /** That backups made now are encrypted with; empty: they are not. */
    password(): string;
  };
  containers: {
    /** Lines of an add-on's container. @throws NotFoundError, UnavailableError */
    log(query: ContainerLogQuery): AsyncIterable<LogEntry>;
    /** Access to the InfluxDB add-on; undefined unless it is to run. */
    influx(): { org: string; bucket: string; token: string; tokenFor: (typed: string) => string } | undefined;
    /** By what requests are known that the device's own proxy passes on to the console. */
    proxyProof(): string;
  };
  drafts: {
    /** The running project as a draft would begin with it, its secrets sealed; undefined without one. */
    running(): Promise<{ hash: string; document: DraftDocument } | undefined>;
    /** What the device says of the running project (of an empty one, without any) after these operations; nothing is kept. @throws InvalidInputError */
    judge(
      ops: readonly DraftOperation[],
      signal: AbortSignal,
      origin: JobOrigin,
    ): Promise<AnswerOf<typeof projectRun>>;
  };
  connectivity: {
    /** Last known; `ts` 0 before the first check. */
    last(): Status["connectivity"];
  };
  forwarding: { status(): Omit<AnswerOf<typeof stateStatus>, "code"> };
  history: {
    /** Percent; the last sample, undefined before the first. */
    readonly cpu: number | undefined;
    /** Records of the last so many minutes. */
    since(
      series: string,
      minutes: number,
    ): Promise<{ interval: number; fields: string[]; records: unknown[] }>;
    marks(minutes: number): HistoryMark[];
  };
  oidc: {
    /** What the page for signing in offers beside the password. */
    offered(): { label: string; url: string } | undefined;
  };
  license: {
    /** Never waits. */
    verdict(): LicenseVerdict;
    /** Called after each change of the stored licence. The returned function ends it. */
    onChange(listener: () => void): () => void;
  };
  pods: {
    ids(): string[];
    logLevel(pod: string): LogLevel;
    /** NotFoundError for a pod the project does not have. */
    setLogLevel(pod: string, level: LogLevel): Promise<void>;
  };
  project: {
    /** As the status page shows it. */
    info(): Promise<Status["project"]>;
    /** File of the compiled project that is current; undefined without one. */
    compiledFile(): string | undefined;
    /** What a version came from; without a number the current one. Undefined where there is none. */
    origin(version: string | undefined):
      | {
          version: string;
          hash: string;
          compiledFile: string;
          /** The upload, where it was kept without a password. */
          source?: { file: string; name: string };
        }
      | undefined;
    /** Checks an upload, or checks and applies it, as one that a person sends. */
    run(action: "check" | "upload", upload: Upload, origin: JobOrigin): Promise<AnswerOf<typeof projectRun>>;
    /** Where in the upload its parts stand; undefined where that is not known. */
    places(): Promise<Places | undefined>;
    /** Of the current version; undefined without a project. */
    constants(): Promise<
      | {
          version: string;
          uploaded: number;
          constants: readonly CompiledConstant[];
          files: readonly string[];
        }
      | undefined
    >;
    /**
     * A kind of job that makes the current project anew with other values, and tries it in the hub.
     *
     * @param kind.kind never changes: stored jobs name it
     */
    defineRemake(kind: {
      kind: string;
      title: string;
      reason: RestartReason;
    }): (
      edits: Edits,
      origin?: JobOrigin,
    ) => Promise<{ code: number; restart: boolean; errors: ProjectError[]; message?: string }>;
  };
  recording: {
    /** How much of what is recorded is kept. */
    keep(): { days: number; bytes: number };
  };
  system: {
    /** The product itself, as a row of the list of containers. */
    ownContainer(): Promise<AnswerOf<typeof systemPs>["containers"][number]>;
  };
  update: {
    /** As `/info` tells it. */
    shown(): Status["update"];
    /** Resolves when the update has begun. @throws ResultError if there is none, or it cannot begin */
    start(origin: JobOrigin): Promise<void>;
  };
  status: {
    /** Unix seconds with ms: differs after every restart, however quick. */
    readonly started: number;
    /** All that `/info` tells with a session. */
    whole(): Promise<object>;
    status(): Promise<Status>;
    /** The hub's last start in Unix seconds, also while it is down; 0 if nobody knows. */
    hubStarted(): number;
  };
}

export interface ContainerLogQuery {
  /** Name without its prefix. */
  id: string;
  tail: number;
  follow: boolean;
  /** ms since the epoch. */
  since?: number | undefined;
  /** Text a line contains, in any case. */
  text?: string | undefined;
  level?: LogLevel | undefined;
  signal?: AbortSignal | undefined;
}

/** Collects the offers while the areas are composed. */
export class OfferBook {
  #offers: Partial<Offers> = {};

  add(offers: Partial<Offers>): void {
    this.#offers = onlyOnce([this.#offers, offers]);
  }

  /**
   * While areas are composed, only those before in the list can be used; later all of them.
   *
   * @throws Error (a defect of the composition) if nobody offers it yet
   */
  use<K extends keyof Offers>(name: K): Offers[K] {
    const offer = this.#offers[name];
    if (offer === undefined)
      throw new Error(`no area offers "${name}" yet: see the order of AREAS in app.ts`);
    return offer;
  }
}

/** One object of all; two areas with the same entry are a defect of the composition. */
export function onlyOnce<T extends object>(parts: readonly (T | undefined)[]): T {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}));
  const twice = entries.find(([name], at) => entries.findIndex(([other]) => other === name) !== at);
  if (twice) throw new Error(`two areas give "${twice[0]}"`);
  return Object.fromEntries(entries) as T;
}
