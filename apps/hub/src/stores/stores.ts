/** What the hub keeps beyond its own life: retained values in its own process, recorded ones in the recorder's. */
import type { ChildProcess } from "node:child_process";
import { type Clock, type Logger, type Pulse, type Scope, UnavailableError } from "@hubwart/core";
import type { HubStatus } from "@hubwart/ipc";
import type { CompiledProject } from "@hubwart/project/compiled";
import { exportWaits } from "@hubwart/stores/export";
import { Pool } from "@hubwart/stores/pool";
import type { ChannelTable } from "../channels/table.ts";
import type { PlantStores } from "../plant.ts";
import { texts } from "../texts.ts";
import { DeviceRecording } from "./device-recording.ts";
import { Recorder } from "./recorder.ts";
import type { RecorderRequestName, RecorderRequests } from "./recorder-messages.ts";
import { Recording } from "./recording.ts";
import { Retained } from "./retained.ts";

export interface StoresOptions {
  /** Of the retained values. */
  folder: string;
  /** Of the recorded ones. */
  lake: string;
  /** What people record beside the project, `layout.recording`. */
  recording: string;
  clock: Clock;
  pulse: Pulse;
  scope: Scope;
  log: Logger;
  forkRecorder: () => ChildProcess;
  /** The recorder came, went or fell silent. */
  changed: () => void;
}

export class Stores implements PlantStores {
  readonly #options: StoresOptions;
  readonly #recorder: Recorder;
  readonly #recording: Recording;
  readonly #device: DeviceRecording;
  #retained: Retained | undefined;
  /** What was loaded last. */
  #loaded: { project: CompiledProject; table: ChannelTable } | undefined;

  constructor(options: StoresOptions) {
    const { changed, clock, forkRecorder, log, pulse, scope } = options;
    this.#options = options;
    this.#device = new DeviceRecording(options.recording, log.module("lake"));
    this.#recorder = new Recorder({
      start: forkRecorder,
      clock,
      pulse,
      scope,
      log: log.module("lake"),
      changed,
    });
    this.#recording = new Recording(clock, scope, (channel, value, quality) =>
      this.#recorder.add(channel, value, quality),
    );
  }

  async open(): Promise<void> {
    const { clock, folder, log, scope } = this.#options;
    const module = log.module("pool");
    this.#retained = new Retained(await Pool.open({ folder, clock, scope, log: module }), module);
  }

  async load(project: CompiledProject, table: ChannelTable, version: string): Promise<void> {
    this.#recorder.names(table.names);
    this.#loaded = { project, table };
    await this.#device.mark(project);
    // What waits for a database goes there, whatever this project records.
    if (this.#recording.load(project, table) > 0 || (await exportWaits(this.#options.lake)))
      this.#recorder.start();
    await this.#retained?.load(project, table, version);
  }

  /** What people record beside the project changed, or how much of it is kept. A channel that is new begins with its present value. */
  async recordingChanged(): Promise<void> {
    this.#recorder.keepChanged();
    if (!this.#loaded) return;
    const { project, table } = this.#loaded;
    await this.#device.mark(project);
    if (this.#recording.load(project, table) > 0) this.#recorder.start();
    for (let channel = 0; channel < table.size; channel += 1) this.#recording.observe(channel);
  }

  /** What keeps values from being recorded, and from being kept, German. */
  get trouble(): Pick<HubStatus, "recorder" | "retained"> {
    const recorder = this.#recorder.trouble;
    const retained = this.#retained?.trouble;
    return {
      ...(recorder === undefined ? {} : { recorder }),
      ...(retained === undefined ? {} : { retained }),
    };
  }

  trustChanged(): void {
    this.#recorder.trustChanged();
  }

  observe(channel: number): void {
    this.#retained?.observe(channel);
    this.#recording.observe(channel);
  }

  /** @throws UnavailableError where nothing is recorded */
  async ask<M extends RecorderRequestName>(
    method: M,
    params: RecorderRequests[M][0],
  ): Promise<RecorderRequests[M][1]> {
    if (!this.#recorder.running) throw new UnavailableError(texts.nothingRecorded);
    return await this.#recorder.ask(method, params);
  }
}
