/**
 * Signing in by a directory service (OpenID Connect, authorization code with PKCE). The service says who somebody is; what for, a
 * table of this device says.
 */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LEVELS } from "../levels.ts";
import { LIMITS } from "../limits.ts";
import { texts } from "../texts/shapes.ts";

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const pattern = () => line(200).check(z.minLength(1), z.regex(/^\S*$/, texts.pattern));

const config = {
  active: describe(z.boolean(), "the page for signing in offers it"),
  label: describe(line(60), "text of the button; empty: the usual one"),
  address: describe(line(300), "origin under which browsers reach this device, as `https://hub.example.com`"),
  issuer: describe(line(500), "address of the service, as it names itself"),
  client_id: line(300),
  scope: describe(line(300), "what is asked for beside `openid`, parted by spaces"),
  claim: describe(
    line(200),
    "what the service tells of somebody that decides the role; parts parted by dots",
  ),
  roles: describe(
    z
      .array(
        z.object({
          value: line(300).check(z.minLength(1, texts.oidcValue)),
          role: z.enum(LEVELS),
          channels: describe(
            z.nullable(
              z.array(pattern()).check(z.minLength(1, texts.patterns), z.maxLength(LIMITS.personPatterns)),
            ),
            "patterns of the channels the person is kept to; null for all",
          ),
        }),
      )
      .check(z.maxLength(LIMITS.oidcRoles)),
    "the first row whose value the claim has counts",
  ),
  otherwise: describe(z.nullable(z.enum(LEVELS)), "role without such a row; null: not let in"),
  trust_factor: describe(
    z.boolean(),
    "the service always asks for a second factor, whether it says so or not",
  ),
  hosts: describe(
    z.array(line(260).check(z.minLength(1), z.regex(/^\S*$/, texts.oidcHost))).check(z.maxLength(10)),
    "further hosts (`name` or `name:port`) that the service answers under; nothing else is asked",
  ),
  plain: describe(z.boolean(), "http without encryption is allowed; on this device itself it always is"),
};

const may = { needs: "admin", channels: "none" } as const;

export const oidcConfig = call({
  ...may,
  method: "GET",
  path: "/system/oidc/config",
  summary: "Signing in by a directory service: which one, and who gets which role.",
  mutates: false,
  etag: [...Object.keys(config), "has_client_secret"],
  answer: answer({
    ...config,
    has_client_secret: z.boolean(),
    path: describe(z.string(), "behind `address`: where the service sends people back to"),
  }),
});

export const oidcConfigSave = call({
  ...may,
  method: "POST",
  path: "/system/oidc/config",
  summary:
    "Saves it. Switched off or with another service, sessions of people that came from it end. Without `client_secret` the stored one stays.",
  mutates: true,
  guard: "oidcConfig",
  body: z.object({
    ...config,
    client_secret: z.optional(describe(z.string().check(z.maxLength(1000)), "empty: none")),
  }),
});

export const oidcBegin = call({
  method: "POST",
  path: "/oidc/begin",
  summary:
    "Begins signing in by the directory service. 503 while it cannot be reached, 409 where none is set up.",
  access: "public",
  mutates: false,
  body: z.object({}),
  answer: answer({
    url: describe(z.string(), "where the browser goes"),
    binding: describe(z.string(), "256 random bits, to be kept by this browser and given back"),
  }),
});

export const oidcFinish = call({
  method: "POST",
  path: "/oidc/finish",
  summary:
    "Signs in with what the directory service sent along. 401 where it or the device says no, 403 with `retry_after` while the address is locked, 409 for what was not begun here, 503 while the service cannot be reached.",
  access: "public",
  mutates: true,
  statuses: [401, 403, 503],
  body: z.object({
    binding: z.string().check(z.minLength(1), z.maxLength(200)),
    query: describe(
      z.string().check(z.maxLength(8192)),
      "of the address the browser came back to, without `?`",
    ),
  }),
  answer: answer({ token: describe(z.string(), "session token") }),
});
