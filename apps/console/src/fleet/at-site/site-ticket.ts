/** A download of a site: the central opens the file there, and gives an address that is good once, as a device does. */
import { API_PREFIX, CODES, fileFromCentral, projectDownload } from "@hubwart/contract";
import { CENTRAL_PREFIX, centralSiteFile, centralSiteFileFetch } from "@hubwart/fleet/calls";
import * as z from "zod/mini";
import { fleetTexts } from "../../texts/index.ts";
import { callCentral } from "../api.ts";
import { refusal, responseOf } from "./site-answer.ts";
import { callAt } from "./site-calls.ts";

const texts = fleetTexts.site;

/** What the page asks a device for a ticket with. */
const wanted = z.object({
  path: z.string(),
  parameters: z.record(z.string(), z.string()),
  password: z.optional(z.string()),
});

/** @throws ApiError for what the central refuses */
export async function siteTicket(hub: string, asked: unknown, signal?: AbortSignal): Promise<Response> {
  const { parameters, password = "", path } = z.parse(wanted, asked);
  const found = callAt("GET", `${API_PREFIX}${path}?${new URLSearchParams(parameters).toString()}`);
  if (!found || fileFromCentral(found.spec) !== "down")
    return refusal(403, CODES.forbidden, texts.noDownload);
  const { name: call, params, query, spec } = found;
  if (password !== "" && path !== projectDownload.path)
    return refusal(403, CODES.forbidden, texts.noPassword);
  const data = password === "" ? {} : { data: JSON.stringify({ pwd: password }) };
  const body = { hub, call, params, query: { ...query, ...data } };
  const { ticket, ...told } = await callCentral(centralSiteFileFetch, { body, ...(signal && { signal }) });
  // A hub of another version gives no file.
  if (ticket === undefined)
    return told.status === 200 && told.type !== undefined
      ? refusal(502, CODES.serverError, fleetTexts.otherVersion)
      : responseOf(spec, told);
  const address = `${CENTRAL_PREFIX}${centralSiteFile.path}?${new URLSearchParams({ ticket }).toString()}`;
  return new Response(JSON.stringify({ code: CODES.ok, ticket, path: address }));
}
