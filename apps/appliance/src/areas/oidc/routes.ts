/** `/system/oidc/…` for administrators, `/oidc/…` for whoever signs in. Nothing that opens anything gets into the change log. */
import type { Handlers } from "../../http/handlers.ts";
import type { Directory } from "./directory.ts";
import type { OidcSettings, StoredOidc } from "./settings.ts";

/** @param changed the stored settings are others now */
export function oidcHandlers(
  settings: OidcSettings,
  directory: Directory,
  changed: (before: StoredOidc) => void,
  clock: { now(): number },
): Handlers {
  return {
    oidcConfig: async () => settings.told(),
    oidcConfigSave: async (request) => {
      const before = settings.read();
      request.audit({ before });
      settings.write(request.body, clock.now());
      changed(before);
      return {};
    },
    oidcBegin: ({ address }) => directory.begin(address),
    oidcFinish: async (request) => {
      const { address, agent, body } = request;
      request.audit({ who: { kind: "unknown", name: "" }, after: {} });
      const { token, who } = await directory.finish({ address, agent, ...body });
      request.audit({ who, after: {} });
      return { token };
    },
  };
}
