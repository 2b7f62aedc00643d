/** What happens on the channels: records, connections, the last minutes. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { ChannelCourse } from "./course.ts";
import { traceHandlers } from "./routes.ts";
import { Stars } from "./stars.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { hub, clock, scope, log } = app;
  const course = new ChannelCourse(hub, clock, scope, log.module("trace"));
  const stars = new Stars(app.store.settings, () => clock.now());
  return { handlers: traceHandlers(hub, course, () => app.use("project").places(), stars) };
}
