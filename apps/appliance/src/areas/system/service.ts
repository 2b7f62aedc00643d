/** What runs of the system, as the list of containers shows it. */
import type { AppContext } from "../../context.ts";
import { ProcessFigures } from "./figures.ts";

export class SystemService {
  readonly #app: AppContext;
  readonly #figures: ProcessFigures;

  constructor(app: AppContext) {
    this.#app = app;
    this.#figures = new ProcessFigures(app.clock);
  }

  async processes() {
    const { launcher, config } = this.#app;
    const pids = launcher
      .children()
      .filter((child) => child.running && child.name !== "vendor")
      .map((child) => child.pid);
    const own = await this.#figures.of([...new Set([process.pid, ...pids])]);
    return {
      engine: false,
      reason: noEngine(config.containerEngine),
      containers: [
        {
          name: "s4q_main",
          system: true,
          running: true,
          started: new Date(this.#app.use("status").started * 1000).toISOString(),
          memory: own.memory,
          cpu: own.cpu,
        },
      ],
    };
  }
}

function noEngine(setting: string): string {
  return setting === "none"
    ? "Die Container-Verwaltung ist auf diesem Gerät abgeschaltet."
    : "Auf diesem Gerät steht keine Container-Verwaltung zur Verfügung.";
}
