/**
 * A file for a site, piece by piece through the central: the next one when the one before is there. The site does nothing before it has all of
 * it, with the hash that was made here.
 */
import { fileFromCentral, LIMITS } from "@hubwart/contract";
import {
  centralSiteFileBegin,
  centralSiteFileEnd,
  centralSiteFilePiece,
  TRANSFER_LIMITS,
} from "@hubwart/fleet/calls";
import type { Way } from "../../api/way.ts";
import { SaidError } from "../../lib/errors.ts";
import { fleetTexts } from "../../texts/index.ts";
import { callCentral } from "../api.ts";
import { responseOf, type Told } from "./site-answer.ts";
import { callAt } from "./site-calls.ts";

const texts = fleetTexts.site;
/** Seconds that a site takes over an answer; what takes longer there goes on, and the page follows it. */
const LONGEST_WAIT = 5;
/** Characters that one call of a function takes. */
const CHUNK = 8_192;

export const siteSend =
  (hub: string): NonNullable<Way["sendFile"]> =>
  async (address, { fields, file, onProgress, signal }) => {
    const found = callAt("POST", address);
    if (!found || fileFromCentral(found.spec) !== "up") throw new SaidError(texts.noUpload);
    const { name: call, params, query, spec } = found;
    const most = Math.min(TRANSFER_LIMITS.up, spec.upload?.most ?? LIMITS.uploadBytes);
    if (file.size > most) throw new SaidError(texts.largeFile(Math.floor(most / 1024 ** 2)));
    if (file.size === 0) throw new SaidError(texts.emptyFile);
    const waits = Number(query["wait"]) > LONGEST_WAIT ? { wait: String(LONGEST_WAIT) } : {};
    const within = signal ? { signal } : {};
    const { size } = file;
    const name = lineOf(file.name);
    const asked = { hub, call, params, query: { ...query, ...waits }, name, size, ...(fields && { fields }) };
    const { transfer, ...begun } = await callCentral(centralSiteFileBegin, { body: asked, ...within });
    const answered = async (told: Told) => {
      const response = responseOf(spec, told);
      return { status: response.status, text: await response.text() };
    };
    if (transfer === undefined) return await answered(begun);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sha256 = await hashOf(bytes);
    for (let at = 0; at < size; at += TRANSFER_LIMITS.piece) {
      const piece = bytes.subarray(at, at + TRANSFER_LIMITS.piece);
      const body = { hub, transfer, at, data: base64Of(piece) };
      const told = await callCentral(centralSiteFilePiece, { body, ...within });
      if (told.status !== 200) return await answered(told);
      onProgress?.(at + piece.length, size);
    }
    const body = { hub, transfer, size, sha256 };
    return await answered(await callCentral(centralSiteFileEnd, { body, ...within }));
  };

/** As a site takes it: one line. */
const lineOf = (name: string): string => name.replace(/\p{C}/gu, "_").slice(0, 255) || "datei";

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
