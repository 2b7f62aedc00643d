/** What the central's calls do. */
import { createHash, X509Certificate } from "node:crypto";
import { type Clock, InvalidInputError } from "@hubwart/core";
import { FLEET_LIMITS, formatJoinCode, keyOfRequest, nkeyOf } from "@hubwart/fleet";
import { sign } from "./authority/certificates.ts";
import type { CentralKeys } from "./authority/keys.ts";
import type { Backups } from "./backups/backups.ts";
import { backupHandlers } from "./backups/handlers.ts";
import type { Bus } from "./bus/bus.ts";
import type { RoutedCalls } from "./bus/routed.ts";
import type { Desired } from "./desired/desired.ts";
import { historyHandlers } from "./history/handlers.ts";
import type { HistoryReader } from "./history/reader.ts";
import type { SiteHistory } from "./history/site-history.ts";
import type { CentralHandlers } from "./http/edge.ts";
import { known } from "./known.ts";
import { overviewOf } from "./overview.ts";
import { type PeopleParts, peopleHandlers } from "./people/handlers.ts";
import type { Projects } from "./projects/projects.ts";
import type { Audit } from "./register/audit.ts";
import type { Codes } from "./register/codes.ts";
import type { Groups } from "./register/groups.ts";
import type { Found, SiteLogs } from "./register/site-logs.ts";
import type { Site, Sites } from "./register/sites.ts";
import { rowOfRollout } from "./rollouts/rollout.ts";
import type { Rollouts } from "./rollouts/rollouts.ts";
import { texts } from "./texts.ts";
import { transferHandlers } from "./transfers/handlers.ts";

export interface HandlerParts extends PeopleParts {
  /** `host:port` of NATS, as the sites reach it. */
  servers: readonly string[];
  clock: Clock;
  keys: CentralKeys;
  bus: Bus;
  routed: RoutedCalls;
  sites: Sites;
  codes: Codes;
  groups: Groups;
  audit: Audit;
  logs: SiteLogs;
  rollouts: Rollouts;
  desired: Desired;
  projects: Projects;
  backups: Backups;
  history: SiteHistory;
  reader: HistoryReader;
}

export function centralHandlers(parts: HandlerParts): CentralHandlers {
  const { audit, bus, codes, groups, keys, routed, sites } = parts;
  const authority = fingerprint(keys.authority.certificate);
  return {
    centralJoin: joinHandler(parts),
    centralCodeCreate: async ({ body, person }) => {
      const { expires, secret } = await codes.create(body, person?.name ?? "");
      return { join: formatJoinCode({ secret, authority }), expires };
    },
    centralSites: async ({ query: { hub } }) => ({
      sites: sites.shown().filter((site) => hub === undefined || site.hub === hub),
      central: parts.name,
    }),
    centralSiteRevoke: async ({ body, note }) => {
      const site = await sites.revoke(body.hub);
      note({ hub: site.hub, name: site.name });
      await bus.revoke(site.customer);
      return {};
    },
    centralSiteAsk: async ({ body, person }) => await routed.ask(body, person),
    centralSiteAct: async ({ body, note, person }) => {
      const { call, hub } = body;
      const name = sites.get(hub)?.name ?? "";
      note({ hub, name, call });
      const told = await routed.act(body, person);
      note({ hub, name, call, status: told.status });
      return told;
    },
    centralOverview: async ({ person, query }) => overviewOf(parts, query, person),
    centralGroupSave: async ({ body }) => ({ id: await groups.save(body) }),
    centralGroupRemove: async ({ body, note }) => {
      const { id, name } = await groups.remove(body.id);
      note({ id, name });
      return {};
    },
    ...peopleHandlers(parts),
    ...siteLogHandlers(parts),
    ...historyHandlers(parts),
    ...rolloutHandlers(parts),
    ...desiredHandlers(parts),
    ...projectHandlers(parts),
    ...backupHandlers(parts),
    ...transferHandlers(parts),
    centralAudit: async ({ query }) => ({ entries: await audit.list(query.limit, query.before) }),
  };
}

function rolloutHandlers({
  rollouts,
}: HandlerParts): Pick<
  CentralHandlers,
  | "centralProjectBack"
  | "centralProjectPublish"
  | "centralRollout"
  | "centralRolloutBegin"
  | "centralRolloutSet"
  | "centralRollouts"
> {
  return {
    centralRollouts: async () => ({ rollouts: rollouts.list() }),
    centralRollout: async ({ query: { id } }) => {
      const rollout = rollouts.get(id);
      const sites = rollout.sites.map(({ at, hub, name, reason, state }) => ({
        hub,
        name,
        state,
        reason,
        at,
      }));
      return { rollout: rowOfRollout(rollout), sites };
    },
    centralRolloutBegin: async ({ body, person }) => ({ id: await rollouts.begin(body, known(person)) }),
    centralProjectPublish: async ({ body: { id, window }, person }) => ({
      id: await rollouts.publish(id, window, known(person)),
    }),
    centralProjectBack: async ({ body: { rollout, window }, person }) => ({
      id: await rollouts.putBack(rollout, window, known(person)),
    }),
    centralRolloutSet: async ({ body: { does, id }, note, person }) => {
      const { project, version } = await rollouts.set(id, does, known(person));
      note({ id, does, what: project?.name ?? version });
      return {};
    },
  };
}

function desiredHandlers({
  desired,
}: HandlerParts): Pick<
  CentralHandlers,
  | "centralDesired"
  | "centralDesiredApply"
  | "centralDesiredLink"
  | "centralDesiredLook"
  | "centralDesiredSave"
> {
  return {
    centralDesired: async ({ query: { group } }) => ({
      sites: desired.sites(group),
      settings: desired.settings(group),
      authorities: desired.authorities(group),
      asking: desired.asking(group),
      mark: desired.mark(group),
    }),
    centralDesiredSave: async ({ body, note }) => {
      const { group, settings, was } = body;
      // Certificates are long.
      note({ group, settings: { ...settings, authorities: settings.authorities?.length } });
      await desired.save(group, settings, was);
      return {};
    },
    centralDesiredLook: async ({ body, person }) => {
      desired.look(body.group, known(person));
      return {};
    },
    centralDesiredApply: async ({ body, person }) => ({
      sites: await desired.apply(body.group, body.hubs, known(person)),
    }),
    centralDesiredLink: async ({ body, person }) =>
      await desired.link(body.group, body.hub, body.name, known(person)),
  };
}

function projectHandlers({
  projects,
}: HandlerParts): Pick<
  CentralHandlers,
  | "centralProject"
  | "centralProjectDifference"
  | "centralProjectLook"
  | "centralProjectRemove"
  | "centralProjectSave"
  | "centralProjects"
> {
  return {
    centralProjects: async () => ({ projects: projects.list() }),
    centralProject: async ({ query: { id } }) => ({
      ...projects.get(id),
      sites: projects.sites(id),
      asking: projects.asking(id),
    }),
    centralProjectSave: async ({ body, note, person }) => {
      const { filename, id, name } = body;
      // Passwords may stand in the file.
      note({ id, name, filename });
      const saved = await projects.save(body, known(person));
      note({ id: saved, name, filename });
      return { id: saved };
    },
    centralProjectRemove: async ({ body, note }) => {
      const { id, name } = await projects.remove(body.id);
      note({ id, name });
      return {};
    },
    centralProjectLook: async ({ body, person }) => {
      projects.look(body.id, known(person));
      return {};
    },
    centralProjectDifference: async ({ query: { hub, id } }) => projects.difference(id, hub),
  };
}

interface Chosen {
  customer?: string | undefined;
  hub?: string | undefined;
  tag?: string | undefined;
}

function siteLogHandlers({
  logs,
  sites,
}: HandlerParts): Pick<CentralHandlers, "centralSiteAlarms" | "centralSiteChanges" | "centralSiteFeeds"> {
  const hubs = ({ customer, hub, tag }: Chosen) => {
    if (customer === undefined && tag === undefined) return hub === undefined ? undefined : [hub];
    const of = (site: Site) =>
      (hub === undefined || site.hub === hub) &&
      (customer === undefined || site.customer === customer) &&
      (tag === undefined || site.tags.includes(tag));
    return sites
      .all()
      .filter(of)
      .map((site) => site.hub);
  };
  const shown = <E>({ entry, hub, place, received }: Found<E>) => ({
    place,
    hub,
    name: sites.get(hub)?.name ?? "",
    received,
    ...entry,
  });
  return {
    centralSiteAlarms: async ({ query }) => {
      const found = await logs.alarms({ ...query, kind: query.what, hubs: hubs(query) });
      return { entries: found.map(shown) };
    },
    centralSiteChanges: async ({ query }) => {
      const found = await logs.changes({ ...query, kind: query.call, hubs: hubs(query) });
      return { entries: found.map(shown) };
    },
    centralSiteFeeds: async () => ({ feeds: await logs.feeds() }),
  };
}

/** A code is used up before anything is made: whatever fails afterwards, nobody joins with it a second time. */
function joinHandler({
  bus,
  clock,
  codes,
  keys,
  name: central,
  servers,
  sites,
}: HandlerParts): CentralHandlers["centralJoin"] {
  return async ({ body, note }) => {
    note({ name: body.name });
    const key = keyOfRequest(body.request);
    if (!key) throw new InvalidInputError([{ field: "request", message: texts.requestUnreadable }]);
    const invited = await codes.use(body.code);
    await bus.customer(invited.customer);
    const site = await sites.add({ ...invited, key: nkeyOf("user", key) });
    const { hub } = site;
    note({ hub, name: site.name, customer: site.customer }, body.name);
    const order = { name: hub, now: clock.now(), days: FLEET_LIMITS.credentialDays };
    return {
      hub,
      central,
      certificate: await sign(keys.authority, key, order),
      authority: keys.authority.certificate,
      pass: await bus.pass(site.customer, hub, site.name, site.key),
      servers: [...servers],
    };
  };
}

const fingerprint = (certificate: string): string =>
  createHash("sha256").update(new X509Certificate(certificate).raw).digest("base64url");
