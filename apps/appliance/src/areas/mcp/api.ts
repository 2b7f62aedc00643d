/**
 * The calls behind the tools: asked of the device's own API with the token that came, so that level, areas, channels, networks and the
 * change log count for a tool as for any other caller.
 */

import { PROOF_HEADER } from "@hubwart/containers";
import {
  type AnswerOf,
  API_PREFIX,
  type BodyInput,
  type CallSpec,
  CODES,
  type QueryInput,
} from "@hubwart/contract";
import type { FastifyInstance } from "fastify";

/** The API refused; `message` is German. */
export class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Asker {
  token: string;
  address: string;
}
interface Input<C extends CallSpec> {
  params?: Readonly<Record<string, string>>;
  query?: QueryInput<C>;
  body?: BodyInput<C>;
}

/** @param also result codes that are no refusal, beside 0 */
export type Ask = <C extends CallSpec>(
  call: C,
  input: Input<C>,
  also?: readonly number[],
) => Promise<AnswerOf<C>>;

/** @param proof by which the edge believes whose address it is told */
export function askerOf(server: FastifyInstance, proof: () => string, { address, token }: Asker): Ask {
  return async (call, { body, params = {}, query = {} }, also = []) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const answer = await server.inject({
      method: call.method,
      url: API_PREFIX + path,
      query: Object.fromEntries(
        Object.entries(query as object).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      headers: {
        host: "localhost",
        authorization: `Bearer ${token}`,
        "x-forwarded-for": address,
        [PROOF_HEADER.toLowerCase()]: proof(),
      },
      ...(call.method === "POST" ? { payload: body as object } : {}),
    });
    const told = answer.json<{ code: number; message?: string }>();
    if (told.code !== CODES.ok && !also.includes(told.code)) throw new Refused(told.code, told.message ?? "");
    return told as AnswerOf<typeof call>;
  };
}
