/**
 * What the console of a site asks goes through the central instead of to a device: the same calls by their names, answered as a device
 * would. The central passes on what a stranger says; the console draws it as text, as it does everything that a device says.
 */
import { type AnswerOf, CODES } from "@hubwart/contract";
import { centralSiteAct, centralSiteAsk } from "@hubwart/fleet/calls";
import type { Way } from "../../api/way.ts";
import { ApiError } from "../../lib/errors.ts";
import { fleetTexts } from "../../texts/index.ts";
import { callCentral } from "../api.ts";
import { responseOf } from "./site-answer.ts";
import { callAt, type Found } from "./site-calls.ts";
import { siteStream } from "./site-stream.ts";

type Told = AnswerOf<typeof centralSiteAsk>;

/** @throws ConnectionError where the central is not reached */
export const siteFetch =
  (hub: string): Way["fetch"] =>
  async (address, { body, headers, method = "GET", signal }) => {
    const found = callAt(method, address);
    if (!found) return refusal(404, CODES.notFound, fleetTexts.otherVersion);
    const match = new Headers(headers).get("if-match") ?? undefined;
    const ask = async (watch?: string): Promise<Told> => {
      const asked = {
        hub,
        ...namesOf(found),
        ...(match !== undefined && { match }),
        ...(watch && { watch }),
      };
      const sent = typeof body === "string" ? { ...asked, body: JSON.parse(body) as unknown } : asked;
      const call = found.spec.mutates ? centralSiteAct : centralSiteAsk;
      return await callCentral(call, { body: sent, ...(signal && { signal }) });
    };
    try {
      return found.name === "stream" ? await siteStream(ask, signal ?? undefined) : responseOf(await ask());
    } catch (error) {
      if (error instanceof ApiError) return refusedBy(error);
      throw error;
    }
  };

const namesOf = ({ name, params, query }: Found) => ({ call: name, params, query });

/** What the central itself refused. Who may not do this there is still signed in. */
function refusedBy({ answer, code, detail }: ApiError): Response {
  if (code === CODES.locked) return refusal(403, CODES.forbidden, detail);
  const status = code >= 400 && code < 600 ? code : 502;
  return new Response(JSON.stringify({ ...answer, code }), { status });
}

const refusal = (status: number, code: number, message: string): Response =>
  new Response(JSON.stringify({ code, message }), { status });
