/** `/alarms/people`, `/alarms/rosters`, `/alarms/duty`, `/alarms/link`. */
import type { AlarmPerson, AlarmRoster } from "@hubwart/ipc";
import type { Handlers } from "../../http/handlers.ts";
import type { AlarmPeople } from "./people.ts";

/** @param used names of rosters that the running project has told of last */
export function alarmPeopleHandlers(people: AlarmPeople, used: () => readonly string[]): Handlers {
  const shown = roster(people);
  return {
    alarmPeople: async () => people.look(used()),
    alarmPersonSave: async (request) => {
      const { after, before } = await people.savePerson(request.body);
      request.audit({ ...(before ? { before: person(before) } : {}), after: person(after) });
      return { id: after.id };
    },
    alarmPersonRemove: async (request) => {
      request.audit({ before: person(await people.removePerson(request.body.id)) });
      return {};
    },
    alarmRosterSave: async (request) => {
      const { after, before } = await people.saveRoster(request.body);
      request.audit({ ...(before ? { before: shown(before) } : {}), after: shown(after) });
      return {};
    },
    alarmRosterRemove: async (request) => {
      request.audit({ before: shown(await people.removeRoster(request.body.id)) });
      return {};
    },
    alarmDuty: async ({ query }) => people.duty(query.roster, query.from, query.to),
    alarmLinkSave: async (request) => {
      const { link } = request.body;
      request.audit({ before: { link: await people.saveLink(link) }, after: { link } });
      return {};
    },
  };
}

const person = ({ absences, chats, email = "", name }: AlarmPerson) => ({
  person: name,
  email,
  chats: chats.map(({ pod, to }) => `${pod}: ${to}`),
  absences: absences.map(({ from, to }) => `${from} – ${to}`),
});

/** With names in the place of ids. */
const roster =
  (people: AlarmPeople) =>
  ({ id, shifts, turns }: AlarmRoster) => {
    const names = new Map(people.settings.people.map((each) => [each.id, each.name]));
    return {
      roster: id,
      shifts: shifts.map(
        ({ days, from, people: ids, to }) =>
          `${days.join(" ")}, ${from}–${to}: ${ids.map((each) => names.get(each) ?? each).join(", ")}`,
      ),
      turns: turns ? `${turns.since} ${turns.at}` : "",
    };
  };
