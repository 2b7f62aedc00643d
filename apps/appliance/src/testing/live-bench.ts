/** The live channel API over real sockets, with a hub in memory and users of several roles. */
import { expect } from "vitest";
import { LiveClient } from "./live-client.ts";
import { MemoryHub } from "./memory-hub.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

const CHANNELS = {
  "knx.line.temp": 21,
  "knx.line.light": false,
  "mqtt.hall.door": "zu",
  "mqtt.hall.big": "",
};

export class LiveBench {
  readonly tokens: Record<string, string> = {};
  readonly clients: LiveClient[] = [];
  readonly hub: MemoryHub;
  readonly app: TestApp;
  readonly session: string;

  private constructor(hub: MemoryHub, app: TestApp, session: string) {
    this.hub = hub;
    this.app = app;
    this.session = session;
  }

  static async start(): Promise<LiveBench> {
    const hub = new MemoryHub(CHANNELS);
    const app = await startTestApp({ hubConnection: hub });
    return new LiveBench(hub, app, await app.setUp());
  }

  /** Before each test: the users as they were, nobody locked out. */
  async reset(): Promise<void> {
    this.app.context.store.throttle.deleteAll();
    this.hub.writes.length = 0;
    await this.user("reader", "read");
    await this.user("writer", "write");
    await this.user("some", "read:knx.* write:knx.line.light");
    await this.user("none", "Hausmeister");
  }

  hangUp(): void {
    for (const client of this.clients.splice(0)) client.end();
  }

  async user(name: string, role: string): Promise<void> {
    const { app, session } = this;
    const set = await app.post("/wsauth/users/set", { user: name, role, pwd: `passwort-${name}` }, session);
    expect(set.body["code"]).toBe(0);
    const { body } = await app.post("/wsauth/users/token", { user: name }, session);
    this.tokens[name] = String(body["token"]);
  }

  async open(hello?: object, options?: ConstructorParameters<typeof LiveClient>[1]): Promise<LiveClient> {
    const client = await LiveClient.open(`${this.app.origin.replace("http", "ws")}/ws`, hello, options);
    this.clients.push(client);
    return client;
  }

  as(name: string): Promise<LiveClient> {
    return this.open({ token: this.tokens[name] });
  }

  http(name: string, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.app.origin}/ws/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.tokens[name]}`, "content-type": "application/json" },
    });
  }
}
