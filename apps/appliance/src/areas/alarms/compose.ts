/** Alarms of the running project; the hub's engine keeps them. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { alarmHandlers } from "./routes.ts";
import { AlarmService } from "./service.ts";
import { AlarmWatch } from "./watch.ts";

const EVERY_MS = 15_000;

export async function compose({ clock, hub, scope }: AppContext): Promise<Area> {
  const watch = new AlarmWatch(hub, clock.now());
  // Counted whether or not anybody listens: a page that was away must see that something changed.
  scope.add(watch.on(() => watch.noted()));
  // So that what is wrong is told before anybody opens the page.
  scope.add(clock.every(EVERY_MS, () => void watch.read()));
  return {
    handlers: alarmHandlers(new AlarmService(hub, clock)),
    findings: () => watch.findings(),
    topics: {
      alarms: { read: () => watch.read(), every: EVERY_MS, changes: (changed) => watch.on(changed) },
    },
  };
}
