/**
 * Files of one site, over the connection that its hub keeps: what its own contract has as files, at the level of any other call there. Calls
 * of the central, below `/api`.
 */
import { answer, call, describe } from "@hubwart/contract";
import * as z from "zod/mini";
import { siteAsked, siteTold } from "./site-asked.ts";
import { TRANSFER_ID, TRANSFER_LIMITS, transferOpened, transferPiece } from "./transfers.ts";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

const { call: name, hub, params, query } = siteAsked.def.shape;
const told = siteTold.def.shape;
const transfer = describe(z.string().check(z.regex(TRANSFER_ID)), "as `begin` named it");

export const centralSiteFileFetch = call({
  ...OURS,
  method: "POST",
  path: "/sites/files/fetch",
  summary:
    "Opens a file of a site, and makes a ticket with which it is downloaded, once and within 20 s. It is in the change log of the hub, with the name of the person. What the site refuses is told here.",
  needs: "see",
  mutates: true,
  body: z.object({ hub, call: name, params, query }),
  answer: answer({
    ...told,
    ticket: z.optional(describe(z.string(), "absent where the site refused")),
    name: z.optional(describe(z.string(), "of the file")),
  }),
});

export const centralSiteFile = call({
  origin: "ours",
  access: "public",
  method: "GET",
  path: "/sites/files/file",
  summary: "The file, for a ticket. What breaks off on the way ends the connection before the file is whole.",
  mutates: false,
  query: z.object({ ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)) }),
  content: "application/octet-stream",
});

export const centralSiteFileBegin = call({
  ...OURS,
  method: "POST",
  path: "/sites/files/begin",
  summary:
    "Begins to send a file to a site. Its pieces follow one after the other; the site keeps them until it has all, and does nothing before.",
  needs: "operate",
  mutates: false,
  body: z.object({
    hub,
    call: name,
    params,
    query,
    name: describe(transferOpened.def.shape.name.def.innerType, "of the file"),
    size: describe(z.int().check(z.minimum(1), z.maximum(TRANSFER_LIMITS.up)), "bytes"),
    fields: describe(transferOpened.def.shape.fields, "other fields of the form"),
  }),
  answer: answer({ ...told, transfer: z.optional(describe(z.string(), "absent where the site refused")) }),
});

/** Characters of a piece in base64. */
const PIECE_TEXT = Math.ceil(TRANSFER_LIMITS.piece / 3) * 4;

export const centralSiteFilePiece = call({
  ...OURS,
  method: "POST",
  path: "/sites/files/piece",
  summary: "Sends the next piece; another one only when this one is answered.",
  needs: "operate",
  mutates: false,
  body: z.object({
    hub,
    transfer,
    at: describe(transferPiece.def.shape.at, "bytes that went before"),
    data: describe(
      z.string().check(z.maxLength(PIECE_TEXT), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
      `base64, ${TRANSFER_LIMITS.piece} bytes at most`,
    ),
  }),
  answer: siteTold,
});

export const centralSiteFileEnd = call({
  ...OURS,
  method: "POST",
  path: "/sites/files/end",
  summary:
    "All pieces are there: the site compares the hash, and only then makes the call of `begin` with the file, in the name of the person.",
  needs: "operate",
  mutates: true,
  body: z.object({
    hub,
    transfer,
    size: describe(z.int().check(z.minimum(1), z.maximum(TRANSFER_LIMITS.up)), "bytes of all pieces"),
    sha256: describe(transferPiece.def.shape.sha256.def.innerType, "hexadecimal, of all pieces"),
  }),
  answer: siteTold,
});

export const transferCalls = {
  centralSiteFileFetch,
  centralSiteFile,
  centralSiteFileBegin,
  centralSiteFilePiece,
  centralSiteFileEnd,
};
