/** Files on their way to a site, passed on piece by piece: nothing of them is kept here, and the site does nothing before it has all. */
import { randomBytes } from "node:crypto";
import { pieceMessage, type SiteAsked } from "@hubwart/fleet";
import { answerIn, type By, type RoutedCalls, type SiteTold, toldBy } from "../bus/routed.ts";
import type { Pace } from "./pace.ts";
import { demandWay } from "./way.ts";

export type Begun = Pick<SiteAsked, "hub" | "call" | "params" | "query"> & {
  name: string;
  size: number;
  fields?: Record<string, string> | undefined;
};
/** Of one that was begun. */
export interface Sending {
  hub: string;
  transfer: string;
}

const FINE = 200;

export class SiteUploads {
  readonly #routed: Pick<RoutedCalls, "act" | "exchange">;
  readonly #pace: Pace;

  constructor(routed: Pick<RoutedCalls, "act" | "exchange">, pace: Pace) {
    this.#routed = routed;
    this.#pace = pace;
  }

  /** @throws InvalidInputError, NotFoundError, UnavailableError */
  async begin(
    { call, fields, hub, name, params, query, size }: Begun,
    by: NonNullable<By>,
  ): Promise<SiteTold & { transfer?: string }> {
    demandWay(call, "up");
    const id = randomBytes(18).toString("base64url");
    const file = { id, name, size, ...(fields && { fields }) };
    const told = await this.#routed.act({ hub, call, params, query, file }, by);
    return { ...told, ...(told.status === FINE && { transfer: id }) };
  }

  async write(
    { hub, transfer }: Sending,
    at: number,
    bytes: Uint8Array,
    by: NonNullable<By>,
  ): Promise<SiteTold> {
    await this.#pace.turn(hub);
    const head = { v: 1, file: transfer, does: "write", person: by.id, level: by.level, at } as const;
    return await this.#told(hub, pieceMessage(head, bytes));
  }

  /** @throws UnavailableError: it may have been done all the same */
  async end(
    { hub, transfer }: Sending,
    size: number,
    sha256: string,
    by: NonNullable<By>,
  ): Promise<SiteTold> {
    const head = {
      v: 1,
      file: transfer,
      does: "end",
      person: by.id,
      level: by.level,
      at: size,
      sha256,
    } as const;
    return await this.#told(hub, pieceMessage(head, new Uint8Array()));
  }

  async #told(hub: string, message: Uint8Array): Promise<SiteTold> {
    return toldBy(answerIn(await this.#routed.exchange(hub, message)));
  }
}
