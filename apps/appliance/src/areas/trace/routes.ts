/** `/trace/…`: the hub's channel records, their course, suggestions for filters, and writing a value. */
import type { AnswerOf, BodyOf, tracePost } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import type { Places } from "@hubwart/project";
import type { Handlers } from "../../http/handlers.ts";
import type { HubLink } from "../../hub-link.ts";
import type { ChannelCourse } from "./course.ts";
import { definitionOf } from "./definition.ts";
import type { Stars } from "./stars.ts";
import { texts } from "./texts.ts";

const DEFAULT_LIMIT = 10_000;
const SUGGESTIONS = 20;

type Question = BodyOf<typeof tracePost>;
type Answer = Omit<AnswerOf<typeof tracePost>, "code">;

export function traceHandlers(
  hub: HubLink,
  course: Pick<ChannelCourse, "read">,
  places: () => Promise<Places | undefined>,
  stars: Stars,
): Handlers {
  const ask = (name: "data" | "meta", question: Question): Promise<Answer> =>
    name === "data" ? values(hub, question) : connections(hub, question);
  return {
    traceGet: ({ params, query: { filter, tags, ...rest } }) =>
      ask(params.name, { ...rest, filter: listed(filter), tags: listed(tags) }),
    tracePost: ({ params, body }) => ask(params.name, body),
    traceSuggestions: async ({ query }) => {
      const question = { kind: query.kind, text: query.text ?? "", limit: SUGGESTIONS };
      return { suggestions: (await hub.request("suggest", question)).values };
    },
    traceDefinition: async ({ query }) => {
      const [found, known] = await Promise.all([
        hub.request("channelDefinition", { chan: query.chan }),
        places(),
      ]);
      return definitionOf(found, known);
    },
    traceCourse: ({ body }) => course.read(body.chans, body.since ?? 0),
    traceChart: async ({ body: { chans, from, points, to } }) => {
      if (to <= from) throw new InvalidInputError([{ field: "to", message: texts.endBeforeStart }]);
      return await hub.request("chart", { channels: [...new Set(chans)], from, to, points });
    },
    starsGet: async ({ query }) => ({ channels: stars.of(query.project) }),
    starsChange: async (request) => {
      const { project } = request.body;
      const before = stars.of(project);
      const channels = stars.change(request.body);
      request.audit({ before: { project, channels: before }, after: { project, channels } });
      return { channels };
    },
    channelWrite: async (request) => {
      const { chan, value } = request.body;
      const { before, after, state, reason } = await hub.request("write", { chan, value });
      const why = reason === undefined ? {} : { reason };
      request.audit({
        before: { chan, value: before.value },
        after: { chan, value: after.value, state, ...why },
      });
      return { before, after, state, ...why, delivered: state === "written" };
    },
  };
}

async function values(hub: HubLink, question: Question): Promise<Answer> {
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
  });
  const pods = await podsNamed(hub, filter);
  const more = pods.slice(Math.max(0, offset - total)).slice(0, limit - records.length);
  const entries = [...records, ...more];
  const all = total + pods.length;
  return { entries, total: all, truncated: offset + entries.length < all };
}

/** Pods have names of the form `mqtt.pod.name`; patterns that ask for these find their connections behind the channels. */
async function podsNamed(hub: HubLink, filter: readonly string[]): Promise<Answer["entries"]> {
  const wanted = filter.filter((pattern) => pattern.includes(".pod."));
  if (wanted.length === 0) return [];
  const { records } = await hub.request("traceMeta", { filter: wanted });
  return records.filter((record) => "conn_state" in record);
}

async function connections(hub: HubLink, question: Question): Promise<Answer> {
  const { filter = [], level, offset = 0, limit = DEFAULT_LIMIT } = question;
  const { records } = await hub.request("traceMeta", { filter, ...(level ? { level } : {}) });
  const entries = records.slice(offset, offset + limit);
  return { entries, total: records.length, truncated: offset + entries.length < records.length };
}

function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
