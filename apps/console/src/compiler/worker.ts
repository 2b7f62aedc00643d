/** Runs in a web worker; nothing imports it but by `new Worker(new URL(…))`. */
import type { ToCompiler } from "./protocol.ts";
import { createSession } from "./session.ts";

const take = createSession((message) => self.postMessage(message));
self.addEventListener("message", ({ data }: MessageEvent<ToCompiler>) => void take(data));
