/**
 * A hub and its launcher for tests over HTTP.
 *
 *     const hub = new ObedientHub();
 *     const app = await startTestApp({ hubConnection: hub, launcher: hub.launcher });
 *     hub.file = app.context.layout.currentProject;
 */
import { readFile } from "node:fs/promises";
import type { HubEvent, HubRequestName, HubRequests, HubStatus } from "@hubwart/ipc";
import type { HubConnection } from "../hub-link.ts";
import type { LauncherLink } from "../launcher-link.ts";

/** Runs whatever `current.json` names, as soon as the launcher is asked to restart it. */
export class ObedientHub implements HubConnection {
  /** Nobody is reached. */
  away = false;
  get connected(): boolean {
    return !this.away;
  }
  /** Names of requests that came. */
  readonly requests: string[] = [];
  readonly reasons: number[] = [];
  file = "";
  /** Instead of running it: why the next project does not start. */
  refuses: string | undefined;
  #event: (event: HubEvent) => void = () => undefined;
  #status: HubStatus = {
    pid: 10,
    state: "no_project",
    started: 1,
    projectVersion: null,
    projectId: null,
    pods: 0,
    podsOnline: 0,
  };
  /** Takes over what needs no restart (`applyProject`); nobody scripted anything else. */
  async request<M extends HubRequestName>(method: M): Promise<HubRequests[M][1]> {
    this.requests.push(method);
    if (method === "schedulesChanged" || method === "recordingChanged") return {};
    if (method !== "applyProject") throw new Error("nobody scripted this");
    const { version } = JSON.parse(await readFile(this.file, "utf8")) as { version: string };
    this.#status = { ...this.#status, projectVersion: version };
    this.#event({ e: "status", status: this.#status });
    return { restarted: false } as HubRequests[M][1];
  }
  onEvent(handler: (event: HubEvent) => void): void {
    this.#event = handler;
  }
  onConnected(): void {
    this.#event({ e: "status", status: this.#status });
  }
  restart(reason: number): void {
    this.reasons.push(reason);
    void readFile(this.file, "utf8").then((text) => {
      const { version } = JSON.parse(text) as { version: string };
      const { error: _gone, ...rest } = this.#status;
      this.#status = { ...rest, pid: rest.pid + 1, state: "running", projectVersion: version };
      if (this.refuses !== undefined) {
        this.#status = { ...this.#status, state: "stopped", projectVersion: null, error: this.refuses };
        this.refuses = undefined;
      }
      this.#event({ e: "status", status: this.#status });
    });
  }

  readonly launcher: LauncherLink = {
    present: true,
    serving: true,
    children: () => [],
    restart: (_what, reason) => this.restart(reason),
    release: () => undefined,
    trial: () => undefined,
    changeover: () => undefined,
    ready: () => undefined,
    onChildren: () => undefined,
    onStop: () => undefined,
  };
}
