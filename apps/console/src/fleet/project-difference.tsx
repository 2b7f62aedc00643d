/** What a project for many sites would change at one of them, as its hub said. */

import type { projectError } from "@hubwart/contract";
import { Modal } from "@mantine/core";
import type * as z from "zod/mini";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import layout from "../components/layout.module.css";
import { changeRows } from "../components/project-changes/changes.ts";
import { ChangesTable } from "../components/project-changes/changes-table.tsx";
import { QueryState } from "../components/query-state.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { fleetTexts, projectTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { useProjectDifference } from "./queries.ts";

const texts = fleetTexts.project;
const ofErrors = projectTexts.errors;
type Finding = z.output<typeof projectError>;

const COLUMNS: DataColumn<Finding>[] = [
  {
    id: "level",
    header: ofErrors.level,
    width: "9rem",
    value: ({ Level }) => ofErrors.levels[Level],
    cell: ({ Level }) => (
      <StatusBadge tone={Level === "error" ? "error" : "warn"}>{ofErrors.levels[Level]}</StatusBadge>
    ),
  },
  {
    id: "place",
    header: texts.place,
    value: placeOf,
    breaks: true,
  },
  {
    id: "text",
    header: ofErrors.textAndHint,
    value: ({ ErrText, Hint }) => `${ErrText} ${Hint}`.trim(),
    breaks: true,
  },
];

function placeOf({ Channel, Ref }: Finding): string {
  const [, table, line = ""] = Ref.split("|");
  return [table, line && ofErrors.lineOf(Number(line)), Channel].filter(Boolean).join(", ");
}

export interface ProjectDifferenceProps {
  project: string;
  hub: string;
  site: string;
  at: number;
  onClose: () => void;
}

export function ProjectDifference({ at, hub, onClose, project, site }: ProjectDifferenceProps) {
  const query = useProjectDifference(project, hub, at);
  return (
    <Modal opened onClose={onClose} title={texts.difference(site)} size="xl">
      <QueryState query={query}>
        {({ changes = [], errors, links = [] }) => (
          <div className={layout["stack"]}>
            {errors.length === 0 ? null : (
              <DataTable
                label={texts.errors}
                rows={errors.map((finding, index) => ({ ...finding, index }))}
                columns={COLUMNS}
                rowKey={({ index }) => String(index)}
              />
            )}
            <p className={classes["note"]}>{texts.differenceHint}</p>
            <ChangesTable rows={changeRows({ changes, links })} />
          </div>
        )}
      </QueryState>
    </Modal>
  );
}
