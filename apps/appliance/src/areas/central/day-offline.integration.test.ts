/**
 * A device that is offline for a day: its real journals, its real uplink by a clock of its own, and a real central that comes back. The
 * device is started anew twice meanwhile, once without an orderly end, and its clock is set back by an hour.
 */
import path from "node:path";
import { emptyChange, Journal } from "@hubwart/alarms/journal";
import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import { openStore, type Store } from "@hubwart/core/store";
import { FEEDS, type FeedName, type HubState } from "@hubwart/fleet";
import { joinCentral } from "@hubwart/fleet/join";
import { type Identity, ProgressFile, Uplink } from "@hubwart/fleet/uplink";
import { startCentral, type TestCentral } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type JournalParts, journalsOf } from "./journals.ts";

const MINUTE = 60_000;
const DAY = 24 * 60;
const STATE: HubState = {
  v: 1,
  at: 1,
  name: "hub",
  version: "1.2.3",
  started: 1,
  may: "none",
  plant: "running",
  license: { valid: true },
};

const folder = useSharedFolder();
let central: TestCentral;
let device: Device | undefined;
beforeAll(async () => {
  central = await startCentral();
}, 120_000);
afterAll(async () => {
  await device?.stop();
  await central?.stop();
});

interface Written {
  seq: number;
  at: number;
}

class Device {
  readonly #identity: Identity;
  readonly clock = new ManualClock(Date.now() - DAY * MINUTE);
  readonly sink = new MemoryLogSink();
  /** How often the uplink looked into a journal. */
  reads = 0;
  #journal: Journal | undefined;
  #store: Store | undefined;
  #file: ProgressFile | undefined;
  #uplink: Uplink | undefined;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  async start(): Promise<void> {
    const { clock } = this;
    const at = (name: string) => path.join(folder(), name);
    const now = () => clock.now();
    const journal = Journal.open(at("alarms"), now());
    const store = openStore({ file: at("state.db"), credentialFile: at("credential.json"), now });
    const file = await ProgressFile.open(at("progress.json"), clock);
    await file.share(FEEDS);
    const request = async (_what: string, { after, limit }: { after: number; limit: number }) => {
      this.reads += 1;
      return { events: journal.after(after, limit), last: journal.last() };
    };
    const hub = { connected: true, status: () => ({ state: "running" }), request };
    const sources = journalsOf({ hub: hub as unknown as JournalParts["hub"], store });
    this.#uplink = new Uplink({
      identity: this.#identity,
      clock,
      log: createLogger("hub", "uplink", this.sink),
      state: async () => STATE,
      feeds: FEEDS.map((name) => ({ name, file, source: sources[name] })),
    });
    this.#uplink.start();
    [this.#journal, this.#store, this.#file] = [journal, store, file];
  }

  /** @param crash without what an orderly end writes */
  async stop(crash = false): Promise<void> {
    // An attempt that is under way ends by itself; a pause by the clock.
    await this.#uplink?.stop();
    if (!crash) await this.#file?.close();
    this.#journal?.close();
    this.#store?.close();
  }

  get status() {
    return this.#uplink?.status;
  }

  alarm(text: string): void {
    const change = emptyChange();
    const at = this.clock.now();
    change.events.push({ at, what: "raised", nr: 1, id: "a", source: "bus.hk1", priority: 2, text });
    this.#journal?.commit(change);
  }

  change(call: string): void {
    const ts = this.clock.now();
    this.#store?.audit.insert({
      ts,
      address: "10.0.0.1",
      call,
      code: 0,
      kind: "change",
      before: undefined,
      after: { ts },
    });
  }

  /** What its own journals have. */
  kept(feed: FeedName): Written[] {
    if (feed === "alarms") return this.#journal?.after(0, 10_000).map(({ at, seq }) => ({ seq, at })) ?? [];
    const { entries = [] } = this.#store?.audit.changesAfter(0, 10_000) ?? {};
    return entries.map(({ id, ts }) => ({ seq: id, at: ts }));
  }
}

/** In the order in which they are stored at the central. */
async function stored(hub: string, feed: FeedName): Promise<Written[]> {
  const found: Written[] = [];
  for (let before = ""; ; ) {
    const { body } = await central.call("GET", `/sites/${feed}?hub=${hub}&limit=500${before}`);
    const entries = body["entries"] as (Written & { place: number })[];
    found.push(...entries.map(({ at, seq }) => ({ seq, at })));
    if (entries.length < 500) return found.reverse();
    before = `&before=${entries.at(-1)?.place}`;
  }
}

async function dayOffline(one: Device): Promise<void> {
  for (let minute = 1; minute <= DAY; minute += 1) {
    one.alarm(`Minute ${minute}`);
    if (minute % 10 === 0) one.change("podConfigSave");
    if (minute === 480 || minute === 960) {
      await one.stop(minute === 480);
      await one.start();
    }
    if (minute === 700) one.clock.jump(-60 * MINUTE);
    one.clock.advance(MINUTE);
    // An attempt to connect may end meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

it("has lost nothing when the connection comes after a day, and was held up by nothing", async () => {
  const joining = { address: central.address, code: await central.code(), name: "h", version: "1" };
  const identity = await joinCentral(joining);
  await central.kill();
  device = new Device(identity);
  await device.start();
  await dayOffline(device);
  expect(device.status).toMatchObject({ connected: false, contact: 0 });
  expect(device.status?.error).not.toBe("");
  // What cannot be sent is not read either: it is where it was.
  expect(device.reads).toBe(0);
  expect(device.kept("alarms")).toHaveLength(DAY);
  expect(device.kept("changes")).toHaveLength(DAY / 10);
  await central.restart();
  const time = setInterval(() => device?.clock.advance(100), 10);
  try {
    for (const feed of FEEDS)
      await vi.waitFor(async () => expect(await stored(identity.hub, feed)).toEqual(device?.kept(feed)), {
        timeout: 60_000,
        interval: 500,
      });
    device.alarm("wieder da");
    await vi.waitFor(async () => expect(await stored(identity.hub, "alarms")).toHaveLength(DAY + 1), {
      timeout: 20_000,
      interval: 200,
    });
  } finally {
    clearInterval(time);
  }
  const { body } = await central.call("GET", "/sites/feeds");
  for (const { gaps } of body["feeds"] as { gaps: number }[]) expect(gaps).toBe(0);
}, 150_000);
