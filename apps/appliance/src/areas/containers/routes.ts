/** Calls of the containers: thin, the rules are in the services beside. */
import { filterProblem } from "@hubwart/containers";
import { CODES } from "@hubwart/contract";
import { InvalidInputError, ResultError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { InfluxAccess } from "./influx.ts";
import type { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import type { BrokerClients } from "./mosquitto/clients.ts";
import type { BrokerUsers } from "./mosquitto/users.ts";
import type { Ngrok } from "./ngrok.ts";
import type { Overview } from "./overview.ts";
import { type ProxyRouteParts, proxyHandlers } from "./proxy/routes.ts";
import type { ContainerService } from "./service.ts";
import type { Tailscale } from "./tailscale.ts";
import { texts } from "./texts.ts";
import type { Wanted } from "./wanted.ts";

export interface RouteParts extends Omit<ProxyRouteParts, "running"> {
  service: ContainerService;
  overview: Overview;
  link: EngineLink;
  users: BrokerUsers;
  clients: BrokerClients;
  tailscale: Tailscale;
  ngrok: Ngrok;
  wanted: Wanted;
  lanes: Lanes;
  influx: InfluxAccess;
}

export function containerHandlers(parts: RouteParts): Handlers {
  const { service, overview } = parts;
  return {
    systemPs: () => overview.read(),
    containerInfo: ({ params }) => service.info(params.container),
    containerConfig: async ({ params }) => ({ active: service.active(params.container) }),
    containerConfigSave: async (request) => {
      const { container } = request.params;
      const { active } = request.body;
      request.audit({
        before: { container, active: service.active(container) },
        after: { container, active },
      });
      return await service.setActive(container, active, request.origin);
    },
    containerUpdate: async ({ params, origin }) => {
      await service.update(params.container, origin);
      return {};
    },
    containerRestart: async ({ params, origin }) => {
      await service.restart(params.container, origin);
      return {};
    },
    containerReset: async ({ params, origin }) => {
      await service.reset(params.container, origin);
      return {};
    },
    ...proxyHandlers({ ...parts, running: () => parts.wanted.active("caddyproxy") }),
    ...brokerHandlers(parts),
    ...influxHandlers(parts),
    ...tailscaleHandlers(parts),
    ...ngrokHandlers(parts),
    grafanaPassword: async ({ body }) => {
      const state = await parts.link.get().state("grafana");
      if (!state.running) throw new ResultError(CODES.containerUpdate, texts.grafanaStopped);
      await parts.link.get().command("grafana", "reset-password", { password: body.pwd });
      return {};
    },
  };
}

function brokerHandlers({ clients, lanes, users, link }: RouteParts): Handlers {
  return {
    mosquittoUsers: async () => ({
      users: users.all().map(({ usr, read, write, hash }) => {
        const problem = filterProblem(read) ?? filterProblem(write);
        return { usr, has_pwd: hash !== "", read, write, ...(problem === undefined ? {} : { problem }) };
      }),
    }),
    mosquittoUserSet: async (request) => {
      const { usr, read, write } = request.body;
      const before = users.all().find((one) => one.usr === usr);
      request.audit({
        before: before && { usr, read: before.read, write: before.write },
        after: { usr, read, write },
      });
      return { changes: await users.set(request.body) };
    },
    mosquittoUserDelete: async (request) => {
      request.audit({ before: { usr: request.query.usr } });
      return { changes: await users.delete(request.query.usr) };
    },
    mosquittoClients: () => clients.read(),
    mosquittoMay: async ({ body }) => {
      const { usr } = users.find(body.usr);
      const output = await lanes.run("mosquitto", () =>
        link.get().command("mosquitto", "may", { usr, topic: body.topic }),
      );
      return { read: output.includes("read=yes"), write: output.includes("write=yes") };
    },
  };
}

function influxHandlers({ influx, lanes, link, service, wanted }: RouteParts): Handlers {
  return {
    influxAccessShow: async () => ({ user: "admin", ...influx.read() }),
    influxPassword: async ({ body: { pwd } }) => {
      const { token } = influx.read();
      await lanes.run("influxdb", () =>
        link.get().command("influxdb", "reset-password", { token, password: pwd }),
      );
      influx.setPassword(pwd);
      return {};
    },
    influxTokenRenew: async ({ origin }) => {
      await lanes.run("influxdb", () =>
        influx.renew((name, args) => link.get().command("influxdb", name, args)),
      );
      // It reads its data source at its start only.
      if (wanted.active("grafana")) await service.renew("grafana", origin);
      return {};
    },
  };
}

function tailscaleHandlers({ service, link, tailscale, wanted }: RouteParts): Handlers {
  return {
    tailscaleConfig: async () => ({ active: wanted.active("tailscale"), has_token: tailscale.token !== "" }),
    tailscaleConfigSave: async (request) => {
      const { active } = request.body;
      request.audit({ before: { active: wanted.active("tailscale") }, after: request.body });
      const changed = tailscale.save(request.body);
      const running = wanted.active("tailscale");
      // A new token is tried at once; otherwise only a change of the wanted state does anything.
      if (active !== running) return await service.setActive("tailscale", active, request.origin);
      if (changed && running) await service.renew("tailscale", request.origin);
      return { changed };
    },
    tailscaleInfo: async () => {
      const info = await service.info("tailscale");
      if (!info.running) {
        tailscale.forget();
        return {
          ...info,
          BackendState: "Stopped",
          Version: "",
          TailscaleIPs: [],
          Self: { HostName: "", KeyExpiry: null },
        };
      }
      return { ...info, ...(await tailscale.state(link.get())) };
    },
  };
}

function ngrokHandlers({ service, ngrok, wanted }: RouteParts): Handlers {
  return {
    ngrokConfig: async () => {
      const { authtoken, api_key, tunnels } = ngrok.settings();
      return {
        active: wanted.active("ngrok"),
        has_authtoken: authtoken !== "",
        has_api_key: api_key !== "",
        tunnels,
      };
    },
    ngrokConfigSave: async (request) => {
      const { active } = request.body;
      request.audit({ before: { tunnels: ngrok.settings().tunnels }, after: request.body });
      if (active && ngrok.settings().authtoken === "" && !request.body.authtoken) {
        throw new InvalidInputError([{ field: "authtoken", message: texts.noAuthToken }]);
      }
      const changed = ngrok.save(request.body);
      const running = wanted.active("ngrok");
      if (active !== running) {
        await service.setActive("ngrok", active, request.origin);
        return { changed: true };
      }
      if (changed && running) await service.renew("ngrok", request.origin);
      return { changed };
    },
    ngrokInfo: async () => {
      const info = await service.info("ngrok");
      const open = info.running ? await ngrok.open() : { version: "", tunnels: [] };
      return { ...info, ...open };
    },
  };
}
