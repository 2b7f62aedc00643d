/** Alarms on the page of figures. */
import { ALARM_STATES, type AlarmTally } from "@hubwart/ipc";
import type { MetricsText } from "./text-format.ts";

const PRIORITIES = [1, 2, 3, 4] as const;

/** `tally`: `away` where what counts them does not answer; undefined where no project runs. */
export function alarmFamilies(page: MetricsText, tally: AlarmTally | "away" | undefined): void {
  if (tally === undefined || (tally !== "away" && tally.alarms === 0)) return;
  page
    .family("hubwart_alarms_up", "gauge", "Whether the alarms of the project are watched.")
    .add(tally === "away" ? 0 : 1);
  if (tally === "away") return;
  page.family("hubwart_alarms_defined", "gauge", "Alarms that the project has.").add(tally.alarms);
  const standing = page.family("hubwart_alarms_standing", "gauge", "Alarms that stand and count.");
  for (const state of ALARM_STATES)
    for (const priority of PRIORITIES)
      standing.add(
        tally.standing.find((each) => each.state === state && each.priority === priority)?.count ?? 0,
        { priority: String(priority), state },
      );
  const quiet = page.family(
    "hubwart_alarms_quiet",
    "gauge",
    "Alarms that stand and of which nobody is told.",
  );
  for (const reason of ["suppressed", "shelved", "maintenance"] as const)
    quiet.add(tally.counts[reason], { reason });
  byPriority("hubwart_alarms_raised_total", "Alarms that came, without suppressed ones.", tally.raised);
  byPriority("hubwart_alarms_acknowledged_total", "Alarms that somebody acknowledged.", tally.acked);
  byPriority(
    "hubwart_alarms_acknowledgement_seconds_total",
    "Time from coming to acknowledgement, of all acknowledged alarms together.",
    tally.ackTime.map((ms) => ms / 1000),
  );
  const messages = page.family(
    "hubwart_alarm_messages_total",
    "counter",
    "Messages about alarms that a way took or refused.",
  );
  const givenUp = page.family(
    "hubwart_alarm_notices_given_up_total",
    "counter",
    "Alarms of which nobody is told on a way.",
  );
  for (const { failed, givenUp: lost, told, way } of tally.messages) {
    messages.add(told, { way, outcome: "told" });
    messages.add(failed, { way, outcome: "failed" });
    givenUp.add(lost, { way });
  }

  function byPriority(name: string, help: string, counts: readonly number[]): void {
    const family = page.family(name, "counter", help);
    for (const priority of PRIORITIES) family.add(counts[priority - 1], { priority: String(priority) });
  }
}
