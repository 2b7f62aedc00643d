/** Calls at one site in the name of a person, for what the central does by itself. What the hub answers is read as what a stranger says. */
import { type AnswerOf, type CallName, type CallSpec, CODES } from "@hubwart/contract";
import { UnavailableError } from "@hubwart/core";
import type { SiteAsked } from "@hubwart/fleet";
import * as z from "zod/mini";
import type { Person } from "../register/people.ts";
import { texts } from "../texts.ts";
import type { RoutedCalls } from "./routed.ts";

/** The site answered, and said no. */
export class SiteRefusal extends UnavailableError {}

export type Routed = Pick<RoutedCalls, "act">;

const told = z.object({ code: z.int(), message: z.optional(z.string()) });
const LONGEST = 500;

export class SiteCalls {
  readonly #routed: Routed;
  readonly #hub: string;
  readonly #by: Person;

  constructor(routed: Routed, hub: string, by: Person) {
    this.#routed = routed;
    this.#hub = hub;
    this.#by = by;
  }

  /** @param also codes whose answers say as much as a good one. @throws SiteRefusal with what the site said; UnavailableError: nothing came that can be read */
  async read<C extends CallSpec>(
    name: CallName,
    call: C,
    input: Pick<SiteAsked, "body" | "params" | "query"> = {},
    also: readonly number[] = [],
  ): Promise<AnswerOf<C>> {
    const { answer } = await this.#routed.act({ ...input, hub: this.#hub, call: name }, this.#by);
    const refused = also.includes(codeOf(answer)) ? undefined : refusalOf(answer);
    if (refused !== undefined) throw new SiteRefusal(refused);
    const found = call.answer && z.safeParse(call.answer, answer);
    if (!found?.success) throw new UnavailableError(texts.siteUnreadable);
    return found.data as AnswerOf<C>;
  }

  /** Why the site refused; undefined: it was done. @throws UnavailableError: it may have been done all the same */
  async order(asked: Omit<SiteAsked, "hub"> & { call: CallName }): Promise<string | undefined> {
    return (await this.ordered(asked))?.why;
  }

  /** The same, with the site's code. */
  async ordered(asked: Omit<SiteAsked, "hub"> & { call: CallName }): Promise<Refusal | undefined> {
    const { answer } = await this.#routed.act({ ...asked, hub: this.#hub }, this.#by);
    const why = refusalOf(answer);
    return why === undefined ? undefined : { code: codeOf(answer), why };
  }
}

export interface Refusal {
  /** One of `CODES`; -1: what came is none. */
  code: number;
  why: string;
}

const codeOf = (answer: unknown): number => z.safeParse(told, answer).data?.code ?? -1;

function refusalOf(answer: unknown): string | undefined {
  const said = z.safeParse(told, answer).data;
  return said?.code === CODES.ok ? undefined : (said?.message ?? texts.siteUnreadable).slice(0, LONGEST);
}
