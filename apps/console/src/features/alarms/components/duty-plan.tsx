/** Who of a roster is on duty in the next two weeks. */
import { Modal } from "@mantine/core";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import { type Person, type Span, useDuty } from "../api/people.ts";
import { nameOf } from "../model/roster.ts";

const texts = alarmPeopleTexts.plan;

export interface DutyPlanProps {
  roster: string;
  people: readonly Person[];
  /** Of what is stored. */
  mark: string | undefined;
}

type Row = Span & { name: string | undefined };

const COLUMNS: readonly FactColumn<Row>[] = [
  { id: "from", header: texts.columns.from, cell: ({ from }) => formatDateTimeShort(from) },
  { id: "to", header: texts.columns.to, cell: ({ to }) => formatDateTimeShort(to) },
  {
    id: "who",
    header: texts.columns.who,
    breaks: true,
    cell: ({ name }) => name ?? <StatusBadge tone="warn">{alarmPeopleTexts.nobody}</StatusBadge>,
  },
];

export function DutyPlan({ mark, people, roster }: DutyPlanProps) {
  return (
    <QueryState query={useDuty(roster, mark)}>
      {(spans) => (
        <FactTable
          label={texts.title}
          rows={spans.map((span) => ({
            ...span,
            name: span.person === undefined ? undefined : nameOf(people, span.person),
          }))}
          columns={COLUMNS}
          rowKey={({ from }) => String(from)}
        />
      )}
    </QueryState>
  );
}

export const DutyPlanDialog = ({ onClose, ...plan }: DutyPlanProps & { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={texts.of(plan.roster)} size="lg">
    <DutyPlan {...plan} />
  </Modal>
);
