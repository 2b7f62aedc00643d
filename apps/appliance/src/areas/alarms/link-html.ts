/** The page behind a link in a message: for a phone, without scripts, and for nothing but these alarms. */
import type { AlarmLink, LinkedAlarm } from "@hubwart/ipc";
import { texts } from "./texts.ts";

/** Nothing of anybody else's, and a form that goes to the page's own address. */
export const LINK_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
};

const words = texts.link;

/** Before anything was done. */
export function linkPage({ alarms, count, used }: AlarmLink, zone: string): string {
  const waiting = alarms.filter(isWaiting).length;
  const gone = count - alarms.length;
  const end =
    used !== undefined
      ? note(words.used(moment(used, zone)))
      : waiting === 0
        ? note(words.nothing)
        : `<form method="post"><button>${escaped(words.ack(waiting))}</button></form>${small(words.once)}`;
  return page([list(alarms, zone), gone > 0 ? note(words.over(gone)) : "", end]);
}

export const donePage = (done: readonly LinkedAlarm[], zone: string): string =>
  page([list(done, zone), note(done.length === 0 ? words.tooLate : words.done(done.length))]);

export const sayPage = (text: string): string => page([note(text)]);

const isWaiting = ({ state }: LinkedAlarm): boolean =>
  state === "unacked" || state === "returned" || state === "latchedUnacked";

function list(alarms: readonly LinkedAlarm[], zone: string): string {
  if (alarms.length === 0) return "";
  const items = alarms.map((alarm) => {
    const { action, priority, since, text } = alarm;
    const facts = [
      (texts.priorities[priority] ?? "").slice(2),
      words.since(moment(since, zone)),
      ...(isWaiting(alarm) ? [] : [words.acked]),
    ];
    const todo = action === undefined ? "" : `<p>${escaped(words.action(action))}</p>`;
    return `<li class="p${priority}"><strong>${escaped(text)}</strong><p>${escaped(facts.join(" · "))}</p>${todo}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

const note = (text: string) => `<p class="note" role="status">${escaped(text)}</p>`;
const small = (text: string) => `<p class="small">${escaped(text)}</p>`;

const moment = (time: number, zone: string): string =>
  new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(time);

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function page(parts: readonly string[]): string {
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
html { background: Canvas; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 36rem; background: Canvas; color: CanvasText; }
h1 { font-size: 1.375rem; line-height: 1.25; }
ul { list-style: none; margin: 0 0 1.5rem; padding: 0; }
li { margin: 0 0 0.75rem; padding: 0.75rem 1rem; border-inline-start: 0.375rem solid #6b7280; background: color-mix(in srgb, currentColor 7%, transparent); overflow-wrap: anywhere; }
li.p1 { border-color: #d0342c; }
li.p2 { border-color: #c2570c; }
li p { margin: 0.25rem 0 0; font-size: 0.9375rem; }
button { width: 100%; min-height: 3.25rem; border: 0; border-radius: 0.5rem; background: #1d4ed8; color: #fff; font: inherit; font-weight: 600; }
button:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
.note { padding: 0.75rem 1rem; border-radius: 0.5rem; background: color-mix(in srgb, currentColor 7%, transparent); }
.small { font-size: 0.875rem; }
</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
${parts.filter((part) => part !== "").join("\n")}
</main>
</body>
</html>
`;
}
