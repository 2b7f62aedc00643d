/**
 * What the console of a site asks goes through the central instead of to a device: the same calls by their names, answered as a device
 * would.
 */
import { CODES } from "@hubwart/contract";
import { centralSiteAct, centralSiteAsk } from "@hubwart/fleet/calls";
import type { Way } from "../../api/way.ts";
import { ApiError } from "../../lib/errors.ts";
import { fleetTexts } from "../../texts/index.ts";
import { callCentral } from "../api.ts";
import { refusal, responseOf, type Told } from "./site-answer.ts";
import { callAt } from "./site-calls.ts";
import { siteStream } from "./site-stream.ts";
import { siteTicket } from "./site-ticket.ts";

/** @throws ConnectionError where the central is not reached */
export const siteFetch =
  (hub: string): Way["fetch"] =>
  async (address, { body, headers, method = "GET", signal }) => {
    const found = callAt(method, address);
    if (!found) return refusal(404, CODES.notFound, fleetTexts.otherVersion);
    const { name, params, query, spec } = found;
    const given = typeof body === "string" ? (JSON.parse(body) as unknown) : undefined;
    const match = new Headers(headers).get("if-match") ?? undefined;
    const ask = async (watch?: string): Promise<Told> => {
      const asked = {
        hub,
        call: name,
        params,
        query,
        ...(match !== undefined && { match }),
        ...(watch !== undefined && { watch }),
        ...(given !== undefined && { body: given }),
      };
      return await callCentral(spec.mutates ? centralSiteAct : centralSiteAsk, {
        body: asked,
        ...(signal && { signal }),
      });
    };
    try {
      if (name === "ticket") return await siteTicket(hub, given, signal ?? undefined);
      return name === "stream" ? await siteStream(ask, signal ?? undefined) : responseOf(spec, await ask());
    } catch (error) {
      if (error instanceof ApiError) return refusedBy(error);
      throw error;
    }
  };

/** What the central itself refused. Who may not do this there is still signed in. */
function refusedBy({ answer, code, detail }: ApiError): Response {
  if (code === CODES.locked) return refusal(403, CODES.forbidden, detail);
  const status = code >= 400 && code < 600 ? code : 502;
  return new Response(JSON.stringify({ ...answer, code }), { status });
}
