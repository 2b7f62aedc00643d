/** Signing in by a directory service, beside the passwords of this device. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { Directory } from "./directory.ts";
import { oidcHandlers } from "./routes.ts";
import { OidcSettings, type StoredOidc } from "./settings.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, sessions } = app;
  const settings = new OidcSettings(app.store);
  const directory = new Directory({ settings, sessions, clock, log: app.log.module("session") });
  const changed = (before: StoredOidc) => {
    directory.changed();
    const { active, issuer } = settings.read();
    if (!active || issuer !== before.issuer) sessions.people.endDirectory();
  };
  return {
    handlers: oidcHandlers(settings, directory, changed, clock),
    offers: { oidc: { offered: () => directory.offered() } },
  };
}
