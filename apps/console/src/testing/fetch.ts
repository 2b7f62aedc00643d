/** A scripted `fetch`: answers in turn, fails loudly when asked more often, and remembers what it was asked. */
import { vi } from "vitest";

export interface Asked {
  url: URL;
  method: string;
  headers: Headers;
  body: unknown;
}
type Scripted = { status?: number; body?: unknown; headers?: Record<string, string> } | Error | DOMException;

export function scriptFetch(...answers: Scripted[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    asked.push({
      url: new URL(address, "http://device"),
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
    });
    const answer = answers[asked.length - 1];
    if (answer === undefined) throw new Error(`unexpected call ${asked.length}: ${address}`);
    if (answer instanceof Error || answer instanceof DOMException) throw answer;
    const { status = 200, body = { code: 0 }, headers = {} } = answer;
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  });
  return asked;
}
