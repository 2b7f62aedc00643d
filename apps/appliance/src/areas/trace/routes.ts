/** `/trace/…`: the hub's channel records, their course, suggestions for filters, and writing a value. */
import type { AnswerOf, BodyOf, tracePost } from "@hubwart/contract";
import { InvalidInputError, NotFoundError, UnavailableError } from "@hubwart/core";
import type { ChannelDefinition } from "@hubwart/ipc";
import type { Places } from "@hubwart/project";
import { demandWrite, type Kept, keptTo, ownRecord } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { HubLink } from "../../hub-link.ts";
import type { ChannelCourse } from "./course.ts";
import { definitionOf } from "./definition.ts";
import { ownArea } from "./own-area.ts";
import { ownWhy } from "./own-why.ts";
import type { Stars } from "./stars.ts";
import { texts } from "./texts.ts";

const DEFAULT_LIMIT = 10_000;
const NOWHERE = {
  away: true as const,
  named: false,
  channels: 0,
  areas: [],
  points: [],
  total: 0,
  records: [],
};
const SUGGESTIONS = 20;

type Question = BodyOf<typeof tracePost>;
type Answer = Omit<AnswerOf<typeof tracePost>, "code">;

export function traceHandlers(
  hub: HubLink,
  course: Pick<ChannelCourse, "read">,
  places: () => Promise<Places | undefined>,
  stars: Stars,
): Handlers {
  const ask = (name: "data" | "meta", question: Question, kept: Kept): Promise<Answer> =>
    name === "data" ? values(hub, question, kept) : connections(hub, question, kept);
  return {
    traceGet: ({ params, query: { filter, tags, ...rest }, session }) =>
      ask(params.name, { ...rest, filter: listed(filter), tags: listed(tags) }, keptTo(session)),
    tracePost: ({ params, body, session }) => ask(params.name, body, keptTo(session)),
    traceSuggestions: async ({ query, session }) => {
      const kept = keptTo(session);
      const within = withinOf(kept);
      const question = { kind: query.kind, text: query.text ?? "", limit: SUGGESTIONS, ...within };
      const { values: found } = await hub.request("suggest", question);
      return { suggestions: found.filter((each) => query.kind === "tags" || isOwn(kept, each)) };
    },
    traceArea: async ({ query: { area = "", project }, session }) => {
      const kept = keptTo(session);
      const starred = project === undefined ? [] : stars.of(project).filter(kept.channel);
      const question = { area, stars: starred, ...withinOf(kept) };
      return await hub.request("area", question).then(
        (look) => ownArea(kept, look),
        (error: unknown) => {
          // It is asked for all the time, over restarts of the hub as well, which are told elsewhere.
          if (!(error instanceof UnavailableError)) throw error;
          return { ...NOWHERE, area };
        },
      );
    },
    traceDefinition: async ({ query, session }) => {
      const kept = keptTo(session);
      demandOwn(kept, query.chan);
      const [found, known] = await Promise.all([
        hub.request("channelDefinition", { chan: query.chan }),
        places(),
      ]);
      return definitionOf(ownLinks(kept, found), known);
    },
    traceWhy: async ({ query: { chan }, session }) => {
      const kept = keptTo(session);
      demandOwn(kept, chan);
      return ownWhy(kept, await hub.request("why", { chan }));
    },
    traceCourse: ({ body, session }) =>
      course.read(body.chans.filter(keptTo(session).channel), body.since ?? 0),
    traceChart: async ({ body: { chans, from, points, to }, session }) => {
      if (to <= from) throw new InvalidInputError([{ field: "to", message: texts.endBeforeStart }]);
      const channels = [...new Set(chans)].filter(keptTo(session).channel);
      if (channels.length === 0) return { step: 0, series: [] };
      return await hub.request("chart", { channels, from, to, points });
    },
    starsGet: async ({ query, session }) => ({
      channels: stars.of(query.project).filter(keptTo(session).channel),
    }),
    starsChange: async (request) => {
      const { add, project, remove } = request.body;
      const { channel } = keptTo(request.session);
      const before = stars.of(project);
      const change = { project, add: add.filter(channel), remove: remove.filter(channel) };
      const channels = stars.change(change);
      request.audit({ before: { project, channels: before }, after: { project, channels } });
      return { channels: channels.filter(channel) };
    },
    channelWrite: async (request) => {
      const { chan, value } = request.body;
      const kept = keptTo(request.session);
      demandOwn(kept, chan);
      demandWrite(request.session, chan, value);
      const name = request.session?.who.name;
      const by = {
        who: "person",
        name: name === undefined ? request.address : `${name} (${request.address})`,
      } as const;
      const { before, after, state, reason } = await hub.request("write", { chan, value, by });
      const why = reason === undefined ? {} : { reason };
      request.audit({
        before: { chan, value: before.value },
        after: { chan, value: after.value, state, ...why },
      });
      return {
        before: ownRecord(kept, before),
        after: ownRecord(kept, after),
        state,
        ...why,
        delivered: state === "written",
      };
    },
  };
}

async function values(hub: HubLink, question: Question, kept: Kept): Promise<Answer> {
  const {
    filter = [],
    tags = [],
    offset = 0,
    limit = DEFAULT_LIMIT,
    order,
    desc,
    details,
    labels,
  } = question;
  const { records, total } = await hub.request("traceData", {
    filter,
    tags,
    offset,
    limit,
    ...(order === undefined ? {} : { order }),
    ...(desc === undefined ? {} : { desc }),
    ...(details === undefined ? {} : { details }),
    ...(labels === undefined ? {} : { labels }),
    ...withinOf(kept),
  });
  const pods = await podsNamed(hub, filter, kept);
  const more = pods.slice(Math.max(0, offset - total)).slice(0, limit - records.length);
  const entries = [
    ...records.filter(({ chan }) => kept.channel(chan)).map((record) => ownRecord(kept, record)),
    ...more,
  ];
  const all = total + pods.length;
  return { entries, total: all, truncated: offset + entries.length < all };
}

/** Pods have names of the form `mqtt.pod.name`; patterns that ask for these find their connections behind the channels. */
async function podsNamed(hub: HubLink, filter: readonly string[], kept: Kept): Promise<Answer["entries"]> {
  const wanted = filter.filter((pattern) => pattern.includes(".pod."));
  if (wanted.length === 0) return [];
  const { records } = await hub.request("traceMeta", { filter: wanted });
  return records.filter((record) => "conn_state" in record && kept.channel(record.chan));
}

async function connections(hub: HubLink, question: Question, kept: Kept): Promise<Answer> {
  const { filter = [], level, offset = 0, limit = DEFAULT_LIMIT } = question;
  const { records: all } = await hub.request("traceMeta", { filter, ...(level ? { level } : {}) });
  const records = all.filter(({ chan }) => kept.channel(chan));
  const entries = records.slice(offset, offset + limit);
  return { entries, total: records.length, truncated: offset + entries.length < records.length };
}

function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

/** For questions to the hub. */
const withinOf = ({ patterns }: Kept): { within?: string[] } =>
  patterns === undefined ? {} : { within: [...patterns] };

/** @throws NotFoundError for a channel that is not the caller's, as for one that there is not */
function demandOwn(kept: Kept, chan: string): void {
  if (!kept.channel(chan)) throw new NotFoundError(texts.noChannel(chan));
}

/** A name, or the pattern of a whole pod. */
const isOwn = (kept: Kept, name: string): boolean =>
  kept.channel(name) || (name.endsWith(".*") && kept.pod(name.slice(0, -2)));

/** Without links to channels that are not the caller's. */
function ownLinks(kept: Kept, found: ChannelDefinition): ChannelDefinition {
  if (kept.patterns === undefined) return found;
  const incoming = found.incoming.filter(({ source }) => kept.channel(source));
  const outgoing = found.outgoing.filter(({ target }) => kept.channel(target));
  return { ...found, incoming, outgoing, links: { incoming: incoming.length, outgoing: outgoing.length } };
}
