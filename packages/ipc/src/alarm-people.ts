/**
 * People who are told of alarms, and when which of them is on duty. Kept on the device and not in the project: they are personal data,
 * and change every week.
 */

export interface AlarmPerson {
  /** Never given twice. */
  id: string;
  name: string;
  email?: string;
  /** Where he is reached by chat: a pod (`chat.haus`), and his address there. */
  chats: { pod: string; to: string }[];
  /** Days, both included: `2026-12-24`. */
  absences: { from: string; to: string; why?: string }[];
}

/** When people of a roster are on duty. */
export interface AlarmShift {
  /** 1 Monday to 7 Sunday: the days on which it begins. */
  days: number[];
  /** `07:00`; a shift that ends at or before its beginning ends the next day. */
  from: string;
  to: string;
  /** Ids: who has it, then the substitutes in their order. */
  people: string[];
}

export interface AlarmRoster {
  /** Its name, as the project's classes give it. */
  id: string;
  /** The first that holds at a moment counts. */
  shifts: AlarmShift[];
  /** People of each shift take turns week by week: the first one has the week that begins on this day at this time. */
  turns?: { since: string; at: string };
}

/** A file: written by the appliance, read by the engine. */
export interface AlarmSettings {
  format: 1;
  /** IANA name of the device's time zone. */
  zone: string;
  /** How links in e-mails begin: `https://haus.example.org`; none are sent without. */
  link?: string;
  people: AlarmPerson[];
  rosters: AlarmRoster[];
}

/** Where a link in a message leads, on the device: its token follows. */
export const LINK_PATH = "/m/";
