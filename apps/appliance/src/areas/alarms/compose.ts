/** Alarms of the running project, which the hub's engine keeps; and who is told of them, which is kept here. */
import { deviceZone } from "@hubwart/host/device-zone";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { Finding } from "../../status.ts";
import { ChatLog } from "./chat-log.ts";
import { FindingFeed } from "./finding-feed.ts";
import { Heartbeat } from "./heartbeat.ts";
import { sendHeartbeat, whyUnwell } from "./heartbeat-request.ts";
import { HeartbeatSettings } from "./heartbeat-settings.ts";
import { serveLinks } from "./link-page.ts";
import { AlarmPeople } from "./people.ts";
import { alarmPeopleHandlers } from "./people-routes.ts";
import { alarmHandlers, heartbeatHandlers } from "./routes.ts";
import { AlarmService } from "./service.ts";
import { texts } from "./texts.ts";
import { AlarmWatch } from "./watch.ts";

const EVERY_MS = 15_000;
const ZONE_EVERY_MS = 60_000;
const FINDINGS_EVERY_MS = 5_000;
const PAGE = "/runtime/alarms?tab=duty";

export async function compose(app: AppContext): Promise<Area> {
  const { audit, clock, config, hub, layout, scope, store } = app;
  const log = app.log.module("alarms");
  const watch = new AlarmWatch(hub, clock.now());
  const people = await AlarmPeople.open({
    file: layout.alarmSettings,
    clock,
    log,
    hub,
    zone: () => deviceZone({ setting: config.host, settings: layout.hostSettings }),
  });
  // Counted whether or not anybody listens: a page that was away must see that something changed.
  scope.add(watch.on(() => watch.noted()));
  scope.add(clock.every(ZONE_EVERY_MS, () => void people.followZone().catch(() => undefined)));
  const chat = new ChatLog({ hub, store, audit, clock, log, scope });
  scope.add(watch.on(() => chat.noted()));
  // So that what is wrong is told before anybody opens the page.
  scope.add(
    clock.every(EVERY_MS, () => {
      void watch.read();
    }),
  );
  const feed = new FindingFeed({ hub, findings: () => app.findings(), wanted: () => watch.ofDevice });
  scope.add(clock.every(FINDINGS_EVERY_MS, () => void feed.send().catch(() => undefined)));
  const heartbeat = new Heartbeat({
    settings: new HeartbeatSettings(store),
    unwell: () => whyUnwell(hub),
    send: (url, signal) => sendHeartbeat(url, config.productSlug, signal),
    clock,
    log,
    scope,
  });
  return {
    handlers: {
      ...alarmHandlers(new AlarmService(hub, clock)),
      ...alarmPeopleHandlers(people, () => watch.rosters),
      ...heartbeatHandlers(heartbeat),
    },
    findings: () => [...watch.findings(), ...peopleFindings(people, watch), ...heartbeat.findings()],
    topics: {
      alarms: {
        read: () => watch.read(),
        keptTo: (kept) => watch.readKept(kept),
        every: EVERY_MS,
        changes: (changed) => watch.on(changed),
      },
    },
    serve: (server) => serveLinks(server, { hub, audit, log, zone: () => people.settings.zone }),
    backup: [{ name: "alarms", label: texts.peopleLabel, paths: [layout.alarmSettings] }],
  };
}

function peopleFindings(people: AlarmPeople, watch: AlarmWatch): Finding[] {
  const unmanned = people.unmanned(watch.rosters);
  return [
    ...(people.damaged
      ? [{ code: "alarms-people-damaged" as const, level: 2 as const, text: texts.peopleLost, route: PAGE }]
      : []),
    ...(unmanned.length > 0
      ? [{ code: "alarms-unmanned" as const, level: 2 as const, text: texts.unmanned(unmanned), route: PAGE }]
      : []),
  ];
}
