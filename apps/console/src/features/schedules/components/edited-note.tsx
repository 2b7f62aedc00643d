/** Says that the plan is the device's own, what it differs in from the project's, and leads back to that. */

import { scheduleReset } from "@hubwart/contract";
import { planWords } from "@hubwart/schedule";
import { Alert, Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { schedulesTexts } from "../../../texts/index.ts";
import { type Schedule, useScheduleActions } from "../api/schedule.ts";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.note;

interface Difference {
  what: string;
  project: string;
  here: string;
}

const COLUMNS: readonly FactColumn<Difference>[] = [
  { id: "what", header: texts.columns.what, rowHeader: true, breaks: true, cell: ({ what }) => what },
  { id: "project", header: texts.columns.project, breaks: true, cell: ({ project }) => project },
  { id: "here", header: texts.columns.here, breaks: true, cell: ({ here }) => here },
];

export function EditedNote({ onReset, schedule }: { schedule: Schedule; onReset: () => void }) {
  const { reset } = useScheduleActions(schedule.chan);
  const [asking, setAsking] = useState(false);
  const { edited, misfit, plan, project, was } = schedule;
  if (!edited) return null;
  const differences = differencesOf(planWords(project), planWords(plan));
  return (
    <Alert
      color={was || misfit ? "orange" : "petrol"}
      variant="light"
      title={texts.title}
      icon={<IconPencil aria-hidden />}
    >
      <div className={classes["stack"]}>
        <p>{texts.text(formatMoment(edited.ts * 1_000))}</p>
        {misfit ? <p>{texts.misfit}</p> : was ? <p>{texts.was}</p> : null}
        {differences.length > 0 ? (
          <FactTable
            label={texts.table}
            rows={differences}
            columns={COLUMNS}
            rowKey={({ what }) => what}
            top
          />
        ) : null}
        <May call={scheduleReset}>
          <div>
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {texts.reset}
            </Button>
          </div>
        </May>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.reset}
        question={texts.question}
        confirmLabel={texts.reset}
        onConfirm={() => reset.mutateAsync()}
        onDone={() => {
          onReset();
          notice.success(texts.done);
        }}
      />
    </Alert>
  );
}

function differencesOf(project: Record<string, string>, here: Record<string, string>): Difference[] {
  const nothing = schedulesTexts.edit.nothing;
  return [...new Set([...Object.keys(project), ...Object.keys(here)])]
    .filter((what) => project[what] !== here[what])
    .map((what) => ({ what, project: project[what] ?? nothing, here: here[what] ?? nothing }));
}
