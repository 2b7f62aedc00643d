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

  async ownContainer() {
    const { launcher } = this.#app;
    const pids = launcher
      .children()
      .filter((child) => child.running && child.name !== "vendor")
      .map((child) => child.pid);
    const own = await this.#figures.of([...new Set([process.pid, ...pids])]);
    return {
      name: "s4q_main",
      system: true,
      running: true,
      started: new Date(this.#app.use("status").started * 1000).toISOString(),
      memory: own.memory,
      cpu: own.cpu,
    };
  }
}
