/** What passes between a pod and its part of the channel table: values, refusals, doubt. `place`: the pod's in the project. */
import type { DataRecord, Refusal, RefusalReport, ValueBatch } from "@hubwart/ipc";
import type { OwnChannels } from "../pods/hub-methods.ts";
import type { PodHandle } from "../pods/pod-handle.ts";
import type { Router } from "./router.ts";
import type { ChannelTable } from "./table.ts";

/** A project as it runs now: another one has another table and router. */
export interface ChannelsNow {
  readonly table: ChannelTable;
  readonly router: Pick<Router, "update">;
  record: (channel: number) => DataRecord;
  /** ms since the epoch. */
  now: () => number;
  /** A channel has another value or quality. */
  observe: (channel: number) => void;
  /** Something else that is shown of a channel is other than before. */
  shown: (channel: number) => void;
}

export interface PlacedPod {
  handle: Pick<PodHandle, "pod" | "write">;
  place: number;
}

export class PodChannels {
  readonly #plant: ChannelsNow;

  constructor(plant: ChannelsNow) {
    this.#plant = plant;
  }

  own({ handle, place }: PlacedPod): OwnChannels {
    const first = this.#first(place);
    return {
      count: handle.pod.channels.length,
      newest: (index) => {
        const { value, quality, last: ts, count } = this.#plant.record(first + index);
        return { value, quality, ts, count };
      },
    };
  }

  received({ place }: PlacedPod, { n, v, q, t }: ValueBatch): void {
    const first = this.#first(place);
    const { router } = this.#plant;
    for (let i = 0; i < n.length; i += 1) router.update(first + (n[i] ?? 0), v[i], q?.[i] ?? 0, t[i] ?? 0);
  }

  /**
   * What came over an interface that is down may have changed since: uncertain until its next value. Links
   * do not pass this on, so that a broken line writes nothing anywhere.
   */
  doubt({ handle, place }: PlacedPod, iface: string): void {
    const { table } = this.#plant;
    const first = this.#first(place);
    handle.pod.channels.forEach((channel, local) => {
      const number = first + local;
      if (channel.iface !== iface || table.origins[number] !== undefined || !table.counts[number]) return;
      if (table.qualities[number] !== 0) return;
      table.qualities[number] = 1;
      table.judged(number, 1, this.#plant.now());
      this.#plant.observe(number);
    });
  }

  refused({ place }: PlacedPod, reports: readonly RefusalReport[]): void {
    for (const { n, refusal } of reports) this.#setRefusal(this.#first(place) + n, refusal);
  }

  /** It says by itself what is refused now, and does not know what its outputs should be. */
  startsAnew(pod: PlacedPod): void {
    const { pods, refusals } = this.#plant.table;
    for (const channel of refusals.keys())
      if (pods[channel] === pod.place) this.#setRefusal(channel, undefined);
    this.#sendNewest(pod);
  }

  #sendNewest({ handle, place }: PlacedPod): void {
    const { table } = this.#plant;
    const first = this.#first(place);
    handle.pod.channels.forEach(({ dir }, local) => {
      const channel = first + local;
      const quality = table.qualities[channel] ?? 0;
      if (dir === "in" || quality === 2 || table.origins[channel] === undefined || !table.counts[channel])
        return;
      handle.write(local, table.values[channel], quality, table.last[channel] ?? 0);
    });
  }

  #setRefusal(channel: number, refusal: Refusal | undefined): void {
    const { refusals } = this.#plant.table;
    if (refusal) refusals.set(channel, refusal);
    else refusals.delete(channel);
    this.#plant.shown(channel);
  }

  #first(place: number): number {
    return this.#plant.table.firsts[place] ?? 0;
  }
}
