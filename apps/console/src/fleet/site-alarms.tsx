/** Alarms that stand at a site, as its hub tells them. */
import type { AnswerOf, alarmLook } from "@hubwart/contract";
import { FactTable } from "../components/fact-table.tsx";
import { InfoBox } from "../components/info-box.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { alarmsTexts, fleetTexts } from "../texts/index.ts";
import { useSiteAlarms } from "./queries.ts";

const texts = fleetTexts.site;

type Standing = AnswerOf<typeof alarmLook>["standing"][number];

const COLUMNS = [
  { id: "text", header: texts.alarm, cell: ({ text }: Standing) => text, rowHeader: true, breaks: true },
  {
    id: "priority",
    header: texts.priority,
    cell: ({ priority }: Standing) => alarmsTexts.priorities[priority] ?? String(priority),
  },
  { id: "state", header: texts.alarmState, cell: ({ state }: Standing) => alarmsTexts.states[state] },
  { id: "since", header: texts.since, cell: ({ since }: Standing) => <RelativeTime ms={since} /> },
];

export function SiteAlarms({ hub }: { hub: string }) {
  const alarms = useSiteAlarms(hub);
  const hidden = (alarms.data?.total ?? 0) - (alarms.data?.standing.length ?? 0);
  return (
    <InfoBox title={texts.alarms} flush footer={hidden > 0 ? <p>{texts.more(hidden)}</p> : undefined}>
      <QueryState
        query={alarms}
        empty={({ standing }) => standing.length === 0}
        emptyState={{ title: texts.noAlarms }}
      >
        {({ standing }) => (
          <FactTable label={texts.alarms} rows={standing} columns={COLUMNS} rowKey={({ nr }) => String(nr)} />
        )}
      </QueryState>
    </InfoBox>
  );
}
