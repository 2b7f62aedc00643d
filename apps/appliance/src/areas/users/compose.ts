/** People and devices of the web server: users of field devices and of the live channel API. */

import { VERSION } from "@hubwart/core";
import { UserBook } from "@hubwart/live";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { AssetHandover } from "./assets.ts";
import { AlarmFeed } from "./live/alarm-feed.ts";
import { LiveAlarms } from "./live/alarms.ts";
import { LiveChannels } from "./live/channels.ts";
import { Door } from "./live/door.ts";
import { Feed } from "./live/feed.ts";
import { LiveGateway } from "./live/gateway.ts";
import { serveLive } from "./live/http.ts";
import { WriteAudit } from "./live/write-audit.ts";
import { userHandlers } from "./routes.ts";
import { Users } from "./users.ts";

/** Stored in the database, so in every backup; hashes of passwords and tokens in encrypted ones only. */
export async function compose(app: AppContext): Promise<Area> {
  const { store, clock, hasher, hub, scope, sessions, config } = app;
  const log = app.log.module("users");
  const users = new Users({ store, clock, hasher });
  const book = new UserBook({ verify: (hash, password) => hasher.verify(hash, password) });
  book.set(users.all().websocket);
  const channels = new LiveChannels(hub, new WriteAudit(app.audit, clock, scope));
  const door = new Door(book, sessions.throttle, log);
  const feed = new Feed(hub, channels, clock, log, scope);
  const alarms = {
    feed: new AlarmFeed(hub, clock, log, scope),
    alarms: new LiveAlarms(hub, app.audit),
  };
  const gateway = new LiveGateway({
    door,
    channels,
    feed,
    alarms,
    clock,
    scope,
    log,
    hub: () => hub.connected,
  });
  scope.add(users.onChange(() => gateway.revoke(book.set(users.all().websocket))));
  const assets = new AssetHandover({
    hub,
    folder: app.layout.podHandover,
    users: () => users.all().assets,
    certificate: app.serverCertificate,
    clock,
    scope,
    log,
  });
  scope.add(users.onChange((kind) => kind === "assets" && assets.changed()));
  scope.add(hub.on("connected", (connected) => gateway.told(connected)));
  const made = once(async () => {
    const { asyncApi, liveOpenApi } = await import("@hubwart/contract/live-documents");
    return {
      asyncApi: JSON.stringify(asyncApi(config.product, VERSION)),
      openApi: JSON.stringify(liveOpenApi(config.product, VERSION)),
    };
  });
  const documents = {
    asyncApi: async () => (await made()).asyncApi,
    openApi: async () => (await made()).openApi,
  };
  return {
    handlers: userHandlers(users),
    upgrade: (...asked) => gateway.upgrade(...asked),
    serve: (server) => {
      serveLive(server, { door, channels, clock, documents });
      server.addHook("preClose", () => gateway.end());
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
