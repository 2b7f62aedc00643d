/**
 * What may be done with add-ons: a closed set of verbs, each with a name of the catalogue. Under `npm start` the appliance holds
 * an implementation of its own (`LocalAddOns`), on the device it asks `hostd` for the same.
 *
 * An update is made of verbs that can be undone and repeated: pull, setAside, start, awaitHealthy, then dropAside, or
 * putBack in every other case.
 */
import type { AddOnId } from "../catalogue/ids.ts";
import type { LogLine, LogOptions, PullProgress } from "../engine.ts";

export interface SeenContainer {
  /** As the engine has it. */
  name: string;
  /** Set for add-ons of the catalogue. */
  addOn: AddOnId | undefined;
  running: boolean;
  /** ISO 8601; undefined for one that does not run. */
  started: string | undefined;
  /** Percent of one core since the last look; 0 at the first. */
  cpu: number;
  /** Bytes. */
  memory: number;
  netIn: number;
  netOut: number;
  imageId: string;
  exitCode: number;
}

export type Overview =
  | { engine: { product: string; version: string }; containers: SeenContainer[] }
  /** No engine: why, in German. */
  | { engine: undefined; reason: string; containers: [] };

export interface SeenState {
  exists: boolean;
  running: boolean;
  exitCode: number;
  oomKilled: boolean;
  imageId: string;
  /** An earlier container is kept from an update that did not end. */
  aside: boolean;
}

export interface StartOptions {
  keep?: boolean;
}

export interface AddOns {
  overview(): Promise<Overview>;
  state(id: AddOnId): Promise<SeenState>;
  /** Whether the catalogue's image is here already. */
  hasImage(id: AddOnId): Promise<boolean>;
  /** Loads the catalogue's image; tells whether it is another one than the container has. */
  pull(id: AddOnId, progress: (now: PullProgress) => void, signal?: AbortSignal): Promise<{ newer: boolean }>;
  /**
   * Makes the container where there is none as wanted, and starts it. With `keep` one of another image is started as it is, without
   * the parameters: only an update, which can be undone, exchanges it then.
   *
   * @throws NotFoundError if the image is not here
   */
  start(id: AddOnId, parameters: unknown, options?: StartOptions): Promise<void>;
  stop(id: AddOnId): Promise<void>;
  /** New parameters for a running container, without a restart. @throws ResultError with the add-on's own reason */
  apply(id: AddOnId, parameters: unknown): Promise<void>;
  /** @throws EngineError with the reason and the last lines when it ends or time is up */
  awaitHealthy(id: AddOnId): Promise<void>;
  setAside(id: AddOnId): Promise<void>;
  putBack(id: AddOnId): Promise<void>;
  dropAside(id: AddOnId): Promise<void>;
  /**
   * Its data as a tar archive, made by its own means; `args` are those of its command, if it has one.
   *
   * @throws NotFoundError if it has to run for that and does not
   */
  save(id: AddOnId, args: unknown, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Takes such an archive over and runs then; made for one that was reset just now. */
  load(id: AddOnId, args: unknown, archive: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes container and data. */
  reset(id: AddOnId): Promise<void>;
  /** A command of the catalogue; what it printed. @throws ResultError when it fails */
  command(id: AddOnId, name: string, args: unknown): Promise<string>;
  /**
   * Pulls trust these authorities besides the usual ones, in place of those given before.
   *
   * @param authorities PEM, one certificate each
   */
  trust(authorities: readonly string[]): Promise<void>;
  logs(id: AddOnId, options: LogOptions): AsyncIterable<LogLine>;
  /** Called on each change of a container until `signal` aborts; returns when the engine goes away. */
  watch(signal: AbortSignal, changed: (container: string) => void): Promise<void>;
}
