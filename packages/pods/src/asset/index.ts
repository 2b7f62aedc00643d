/** The endpoint for field devices. One `Endpoint` per interface, one `Device` per user name that the channels of it give. */

import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { verifyPassword } from "@hubwart/core/password-hash";
import { noSuchMethod, podFile } from "@hubwart/ipc";
import { type LiveUser, UserBook } from "@hubwart/live";
import { PodCallers } from "@hubwart/runtime/callers";
import { Held } from "@hubwart/runtime/held";
import { refuseProblems } from "@hubwart/runtime/parameters";
import type { PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { type KeyPair, ownCertificate } from "@hubwart/runtime/tls-files";
import { Device } from "./device.ts";
import { Endpoint } from "./endpoint.ts";
import { USERS_FILE } from "./names.ts";
import { type AssetChannel, type AssetIface, assetSchema, checkAsset } from "./schema.ts";
import { texts } from "./texts.ts";

const PAGE = 1_000; // ASSETS_PAGE of methods.ts, which this process does not load

class AssetPod {
  readonly #context: PodContext;
  readonly #book = new UserBook({ verify: verifyPassword });
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #devices: Device[] = [];
  /** By the channel's index. */
  readonly #owners: (Device | undefined)[] = [];
  /** Users that are being taken over. */
  #coming: LiveUser[] = [];

  constructor(context: PodContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { load, log } = this.#context;
    refuseProblems(checkAsset(load));
    const users = usersOf(podFile(load, USERS_FILE));
    if (users) this.#book.set(users);
    else log.warn(texts.usersMissing);
    const held = new Held(this.#context);
    const callers = new PodCallers(this.#context);
    for (const iface of load.ifaces) {
      const devices = new Map<string, Device>();
      for (const [index, channel] of load.channels.entries()) {
        if (channel.iface !== iface.id) continue;
        const { asset } = channel.config as AssetChannel;
        const device = devices.get(asset) ?? new Device(asset, iface.id, this.#context, held);
        devices.set(asset, device);
        device.add(index);
        this.#owners[index] = device;
      }
      this.#devices.push(...devices.values());
      const endpoint = new Endpoint({
        id: iface.id,
        config: iface.config as AssetIface,
        devices,
        book: this.#book,
        callers,
        context: this.#context,
      });
      this.#endpoints.set(iface.id, endpoint);
      endpoint.start(ownCertificate(load));
    }
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const device = this.#owners[write.index];
      if (device) device.write(write);
      else this.#context.refused(write, texts.noSuchChannel);
    }
  }

  async ask(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case "check": {
        const endpoint = this.#endpoints.get(String(params["iface"]));
        if (!endpoint) throw new NotFoundError(runtimeTexts.noConnection);
        return await endpoint.check(signal);
      }
      case "assets": {
        const devices = this.#devicesOf(String(params["iface"]));
        const offset = Number(params["offset"]);
        const assets = devices
          .slice(offset, offset + PAGE)
          .map(({ state }) => ({ ...state, known: this.#book.get(state.asset) !== undefined }));
        return { assets, total: devices.length };
      }
      case "users":
        return this.#takeUsers(params as unknown as { first: boolean; last: boolean; users: LiveUser[] });
      case "tls":
        for (const endpoint of this.#endpoints.values())
          endpoint.useCertificate(params as unknown as KeyPair);
        return {};
      default:
        throw noSuchMethod(method);
    }
  }

  #devicesOf(iface: string): Device[] {
    if (!this.#endpoints.has(iface)) throw new NotFoundError(runtimeTexts.noConnection);
    return this.#devices.filter((device) => device.iface === iface);
  }

  /** In pieces; whoever lost or changed access is disconnected in the turn of the last one. */
  #takeUsers({ first, last, users }: { first: boolean; last: boolean; users: LiveUser[] }): {
    users: number;
  } {
    if (first) this.#coming = [];
    this.#coming.push(...users);
    if (this.#coming.length > 2_000) {
      this.#coming = [];
      throw new InvalidInputError([{ field: "users", message: texts.tooManyUsers }]);
    }
    if (!last) return { users: this.#book.size };
    const changed = new Set(this.#book.set(this.#coming));
    this.#coming = [];
    for (const device of this.#devices) if (changed.has(device.name)) device.revoke();
    return { users: this.#book.size };
  }
}

function usersOf(file: Buffer | undefined): LiveUser[] | undefined {
  if (!file) return undefined;
  try {
    return JSON.parse(file.toString("utf8")) as LiveUser[];
  } catch {
    return undefined;
  }
}

export const kind: PodKind = { schema: assetSchema, create: (context) => new AssetPod(context) };
