/** Pages: what the people who use the plant see of it, and the pictures of plans on them. */
import { LIMITS } from "@hubwart/contract";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { PlanStore } from "./plans.ts";
import { pageHandlers } from "./routes.ts";
import { PageService } from "./service.ts";
import { texts } from "./texts.ts";

export async function compose(app: AppContext): Promise<Area> {
  const service = new PageService(() => app.use("project").compiledFile());
  const plans = new PlanStore(app.layout.plans);
  app.pageLinks.use(service);
  const zone = () => app.host.facts.zone();
  return {
    handlers: pageHandlers(service, plans, zone),
    backup: [
      {
        name: "plans",
        label: texts.plans,
        paths: [app.layout.plans],
        files: [{ name: /^plans\/[A-Za-z0-9_.-]+\.(svg|png|jpg)$/, most: LIMITS.planBytes }],
      },
    ],
  };
}
