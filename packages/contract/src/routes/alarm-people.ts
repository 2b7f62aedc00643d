/** People who are told of alarms, and the rosters that say who of them is on duty. Kept on the device, not in the project. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { isDay, POD_ALLOWED, queryInt, unixMillis } from "../shapes.ts";

const words = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, "Bitte geben Sie etwas ein."), z.maxLength(most));
const personId = () =>
  z
    .string()
    .check(z.regex(/^[a-z0-9]{1,32}$/, "Erwartet wird die Kennung einer Person, wie sie die Liste nennt."));
const date = () =>
  describe(
    z.string().check(
      z.regex(
        /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
        "Erlaubt ist ein Tag, zum Beispiel 2026-12-24.",
      ),
      z.refine((text) => isDay(text), "Diesen Tag gibt es nicht."),
    ),
    "`2026-12-24`",
  );
const TIME_ALLOWED = "Erlaubt ist eine Uhrzeit, zum Beispiel 07:00.";
const time = () => describe(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_ALLOWED)), "`07:00`");
const timeOrMidnight = () =>
  describe(
    z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, TIME_ALLOWED)),
    "`17:00`; at or before `from`: of the next day",
  );
const email = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(254),
      z.regex(/^[^\s@,;<>]+@[^\s@,;<>]+$/, "Erlaubt ist eine E-Mail-Adresse."),
    );

const person = {
  name: words(100),
  email: z.optional(email()),
  chats: describe(
    z
      .array(
        z.object({
          pod: z.string().check(z.regex(/^chat\.[A-Za-z0-9_-]{1,64}$/, POD_ALLOWED)),
          to: words(500),
        }),
      )
      .check(z.maxLength(10)),
    "chat pods, and the address there",
  ),
  absences: z
    .array(z.object({ from: date(), to: date(), why: z.optional(words(LIMITS.alarmWordsMax)) }))
    .check(z.maxLength(100)),
};

const shift = z.object({
  days: describe(
    z
      .array(z.int().check(z.minimum(1), z.maximum(7)))
      .check(z.minLength(1, "Erwartet wird mindestens ein Wochentag."), z.maxLength(7)),
    "1 Monday to 7 Sunday: the days on which it begins",
  ),
  from: time(),
  to: timeOrMidnight(),
  people: describe(
    z.array(personId()).check(z.minLength(1, "Erwartet wird mindestens eine Person."), z.maxLength(20)),
    "ids: who has it, then the substitutes in their order",
  ),
});
const roster = {
  id: describe(words(100), "its name, as classes of the project give it in their column `roster`"),
  shifts: describe(z.array(shift).check(z.maxLength(50)), "the first that holds counts"),
  turns: z.optional(
    describe(
      z.object({ since: date(), at: time() }),
      "people of each shift take turns week by week: the first has the week that begins then",
    ),
  ),
};

export const alarmPeople = call({
  method: "GET",
  path: "/alarms/people",
  summary: "People who are told of alarms, and rosters.",
  needs: "operate",
  channels: "whole",
  mutates: false,
  watchesOnly: true,
  answer: answer({
    people: z.array(z.object({ id: z.string(), ...person })),
    rosters: z.array(
      z.object({
        ...roster,
        now: z.optional(describe(z.string(), "id of who is on duty; absent where it is nobody")),
        used: describe(z.boolean(), "by the running project"),
      }),
    ),
    missing: describe(z.array(z.string()), "rosters of the running project that there are not"),
    link: z.optional(describe(z.string(), "how links in e-mails begin; absent: none are sent")),
    zone: describe(z.string(), "time zone of all times of day"),
  }),
  etag: ["people", "rosters", "link"],
  etagWithout: ["now", "used"],
});

export const alarmPersonSave = call({
  method: "POST",
  path: "/alarms/people/save",
  summary: "Adds a person, or changes the one of an id.",
  needs: "operate",
  channels: "whole",
  mutates: true,
  body: z.object({ id: z.optional(personId()), ...person }),
  guard: "alarmPeople",
  answer: answer({ id: z.string() }),
});

export const alarmPersonRemove = call({
  method: "POST",
  path: "/alarms/people/remove",
  summary: "Removes a person that no roster names any more.",
  needs: "operate",
  channels: "whole",
  mutates: true,
  body: z.object({ id: personId() }),
  guard: "alarmPeople",
});

export const alarmRosterSave = call({
  method: "POST",
  path: "/alarms/rosters/save",
  summary: "Adds a roster, or changes the one that was called `was`.",
  needs: "operate",
  channels: "whole",
  mutates: true,
  body: z.object({ was: z.optional(words(100)), ...roster }),
  guard: "alarmPeople",
});

export const alarmRosterRemove = call({
  method: "POST",
  path: "/alarms/rosters/remove",
  summary: "Removes a roster.",
  needs: "operate",
  channels: "whole",
  mutates: true,
  body: z.object({ id: words(100) }),
  guard: "alarmPeople",
});

export const alarmDuty = call({
  method: "GET",
  path: "/alarms/duty",
  summary: "Who of a roster is on duty, from when to when. Times in ms since the epoch, at most 62 days.",
  needs: "operate",
  channels: "whole",
  mutates: false,
  watchesOnly: true,
  query: z.object({
    roster: words(100),
    from: queryInt(0, Number.MAX_SAFE_INTEGER),
    to: queryInt(0, Number.MAX_SAFE_INTEGER),
  }),
  answer: answer({
    spans: z.array(
      z.object({
        from: unixMillis(),
        to: unixMillis(),
        person: z.optional(describe(z.string(), "id; absent: nobody")),
      }),
    ),
  }),
});

export const alarmLinkSave = call({
  method: "POST",
  path: "/alarms/link",
  summary: "How links in e-mails begin, by which one acknowledges without signing in; empty: none are sent.",
  needs: "admin",
  channels: "whole",
  mutates: true,
  body: z.object({
    link: z
      .string()
      .check(
        z.trim(),
        z.maxLength(300),
        z.regex(
          /^(https?:\/\/(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?)?$/,
          "Erlaubt ist eine Adresse ohne Pfad, zum Beispiel https://haus.example.org.",
        ),
      ),
  }),
  guard: "alarmPeople",
});
