import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { anyPassword } from "../shapes.ts";

const userName = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const kind = () => describe(z.optional(z.enum(["assets", "websocket"])), "which list; `websocket` without");
const user = z.object({
  username: z.string(),
  role: describe(z.string(), "free text"),
  pwd: describe(z.boolean(), "a password is set"),
});

export const wsUsers = call({
  method: "GET",
  path: "/wsauth/config",
  summary: "Users of assets and of websockets.",
  access: "session",
  origin: "spec",
  mutates: false,
  etag: ["assets", "websocket"],
  answer: answer({ assets: z.array(user), websocket: z.array(user) }),
});

export const wsUserSet = call({
  method: "POST",
  path: "/wsauth/users/set",
  summary: "Adds or changes a user; without a password the present one is kept.",
  access: "session",
  origin: "spec",
  mutates: true,
  guard: "wsUsers",
  body: z.object({
    user: userName(),
    role: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    pwd: z.optional(anyPassword()),
    kind: kind(),
  }),
  answer: answer({}),
});

export const wsUserDelete = call({
  method: "GET",
  path: "/wsauth/users/delete",
  summary: "Removes a user and ends their connections.",
  access: "session",
  origin: "spec",
  mutates: true,
  query: z.object({ usr: userName(), kind: kind() }),
  answer: answer({}),
});
