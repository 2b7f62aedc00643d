/** Links that show one page on a wall panel, and what a panel reads with one. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { unixMillis } from "../shapes.ts";
import { texts } from "../texts/page-links.ts";
import { pageBlock, planAnswer, planName } from "./pages.ts";

const pageLink = z.object({
  id: z.string(),
  name: z.string(),
  page: z.string(),
  may_set: describe(z.boolean(), "set points and switches of the page may be set"),
  owner: describe(z.string(), "name of whoever made it"),
  created: unixMillis(),
  used: describe(unixMillis(), "last use, to the hour; 0: never"),
  state: describe(
    z.enum(["valid", "stopped", "missing"]),
    "stopped: its owner is gone or locked, or may no longer do it; missing: the project has no such page",
  ),
});
export type PageLink = z.output<typeof pageLink>;

export const pageLinks = call({
  method: "GET",
  path: "/pages/links",
  summary: "Links that show one page on a wall panel. No token is told.",
  needs: "admin",
  channels: "whole",
  mutates: false,
  answer: answer({ links: z.array(pageLink) }),
});

export const pageLinkCreate = call({
  method: "POST",
  path: "/pages/links/create",
  summary: "Makes a link for a wall panel. Its token is told once, here.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{C}*$/u, texts.name)),
    page: z.string().check(z.minLength(1), z.maxLength(500)),
    may_set: z.boolean(),
  }),
  answer: answer({
    id: z.string(),
    token: describe(
      z.string(),
      "`hwp_` and 256 random bits, base64url; behind the `#` of the page's address",
    ),
  }),
});

export const pageLinkRevoke = call({
  method: "POST",
  path: "/pages/links/revoke",
  summary: "Revokes a link everywhere, at once; event streams that it opened end.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(40)) }),
});

export const panelLook = call({
  method: "GET",
  path: "/pages/panel",
  summary: "The page that the caller's link shows. For nobody else.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  answer: answer({
    id: z.string(),
    may_set: z.boolean(),
    zone: describe(z.string(), "the device's time zone, after the IANA database"),
    blocks: z.array(pageBlock),
  }),
});

export const panelPlan = call({
  method: "GET",
  path: "/pages/panel/plan",
  summary: "The picture of a plan that the page of the caller's link shows.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ file: planName() }),
  answer: planAnswer,
});
