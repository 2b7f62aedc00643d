/**
 * Who may say what where. Each hub has a branch of its own, `hw.<hub>`, and inboxes of its own; its pass names these and nothing
 * else, so the server refuses whatever concerns another hub. Hubs of another customer are in another account, which shares no subjects.
 */

/** Made by the central: lower-case letters and digits, so that none is a wildcard or several parts of a subject. */
export const HUB_ID = /^[a-z0-9]{12,32}$/;

/** Journals of a hub: what became of alarms, and the change log. */
export const FEEDS = ["alarms", "changes"] as const;
export type FeedName = (typeof FEEDS)[number];

export interface HubSubjects {
  /** The hub tells what it is. */
  state: string;
  /** The central asks the hub; the answer goes to the inbox that the question names. */
  call: string;
  /** The hub asks the central. */
  ask: string;
  /** What it sends on of its journals, one subject each; kept by the server until the central has it (`feeds.ts`). */
  feeds: readonly string[];
  /** Beginning of the subjects at which the hub gets answers. */
  inbox: string;
  /** Where the central tells how far it has stored one. */
  stored: (feed: FeedName) => string;
}

/** @throws Error for what is no id: no subject is ever built of foreign text */
export function subjectsOf(hub: string): HubSubjects {
  if (!HUB_ID.test(hub)) throw new Error(`no id of a hub: ${JSON.stringify(hub)}`);
  return {
    state: `hw.${hub}.state`,
    call: `hw.${hub}.call`,
    ask: `hw.${hub}.ask`,
    feeds: FEEDS.map((feed) => feedSubject(hub, feed)),
    inbox: `_INBOX_${hub}`,
    stored: (feed) => `_INBOX_${hub}.stored.${feed}`,
  };
}

export const ALL_STATES = "hw.*.state";
export const ALL_FEEDS = "hw.*.feed.*";
export const ALL_ASKED = "hw.*.ask";

/** The hub that a subject belongs to; undefined for what is none of ours. */
export function hubOf(subject: string): string | undefined {
  const [first, hub = "", ...rest] = subject.split(".");
  return first === "hw" && HUB_ID.test(hub) && rest.length === 1 ? hub : undefined;
}

/** Of an id that `subjectsOf` took. */
export const feedSubject = (hub: string, feed: FeedName): string => `hw.${hub}.feed.${feed}`;

/** Whose feed a subject is; undefined for what is none. */
export function feedOf(subject: string): { hub: string; feed: FeedName } | undefined {
  const [first, hub = "", third, last, ...rest] = subject.split(".");
  const feed = FEEDS.find((one) => one === last);
  if (first !== "hw" || third !== "feed" || feed === undefined || rest.length > 0) return undefined;
  return HUB_ID.test(hub) ? { hub, feed } : undefined;
}

/**
 * Whether an answer may go where the hub wants it: the server lets a hub name any subject for that, also one that it may not write to
 * itself.
 */
export const isOwnInbox = (hub: string, reply: string | undefined): boolean =>
  reply?.startsWith(`${subjectsOf(hub).inbox}.`) ?? false;

/** What the pass of a hub permits. It answers what it is asked, once each and soon, and writes nothing else outside its branch. */
export function permissionsOf(hub: string) {
  const { ask, call, feeds, inbox, state } = subjectsOf(hub);
  return {
    pub: { allow: [state, ask, ...feeds] },
    sub: { allow: [call, `${inbox}.>`] },
    resp: { max: 1, ttl: 60 * 1e9 },
  };
}
