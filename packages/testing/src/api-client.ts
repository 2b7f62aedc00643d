/** A small client for tests: speaks the wire format itself, so that it does not share mistakes with the console. */
import { readFile } from "node:fs/promises";
import path from "node:path";

// Answers are checked field by field in the tests that use them.
export interface ApiReply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export class ApiClient {
  readonly base: string;
  token: string | undefined;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;

  /** @param fetcher instead of Node's own, where the device is reached another way */
  constructor(url: string, fetcher: (url: string, init: RequestInit) => Promise<Response> = fetch) {
    this.base = `${url}/admin/api`;
    this.#fetch = fetcher;
  }

  get(apiPath: string, query: Record<string, string> = {}): Promise<ApiReply> {
    const search = new URLSearchParams(query).toString();
    return this.#send(search ? `${apiPath}?${search}` : apiPath, { method: "GET" });
  }

  post(apiPath: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiReply> {
    return this.#send(apiPath, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  /** First password or login, whichever the device wants; keeps the token. */
  async signIn(pwd: string): Promise<void> {
    const info = await this.get("/info");
    const system = info.body["system"] as { setup: boolean };
    const reply = await this.post(system.setup ? "/login" : "/set_init_pwd", { pwd });
    if (reply.body["code"] !== 0) throw new Error(`sign-in failed: ${JSON.stringify(reply.body)}`);
    this.token = String(reply.body["token"]);
  }

  async uploadProject(
    content: Uint8Array,
    filename: string,
    options: {
      action?: "check" | "upload";
      query?: Record<string, string>;
      fields?: Record<string, string>;
    } = {},
  ): Promise<ApiReply> {
    const form = new FormData();
    for (const [name, value] of Object.entries(options.fields ?? {})) form.set(name, value);
    form.set("myfile", new Blob([new Uint8Array(content)]), filename);
    const search = new URLSearchParams({ wait: "60", ...options.query }).toString();
    return this.#send(`/project/${options.action ?? "upload"}?${search}`, { method: "POST", body: form });
  }

  async uploadProjectFile(
    file: string,
    options?: Parameters<ApiClient["uploadProject"]>[2],
  ): Promise<ApiReply> {
    return this.uploadProject(await readFile(file), path.basename(file), options);
  }

  /** One file in the field that the contract names, and fields beside it. */
  uploadFile(
    apiPath: string,
    field: string,
    file: { name: string; content: string | Uint8Array },
    fields: Record<string, string> = {},
  ): Promise<ApiReply> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const { content } = file;
    form.set(field, new Blob([typeof content === "string" ? content : new Uint8Array(content)]), file.name);
    return this.#send(apiPath, { method: "POST", body: form });
  }

  async #send(
    apiPath: string,
    init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> },
  ): Promise<ApiReply> {
    const headers = { ...init.headers, ...(this.token ? { authorization: `Bearer ${this.token}` } : {}) };
    const response = await this.#fetch(`${this.base}${apiPath}`, { ...init, headers });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json");
    const body = json ? (JSON.parse(text) as Record<string, unknown>) : { text };
    return { status: response.status, headers: response.headers, body };
  }
}
