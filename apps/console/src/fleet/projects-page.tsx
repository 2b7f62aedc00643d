/** Projects for many sites, and the way to add one. */
import type { BaseProjectRow } from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { projectAddress } from "./place.ts";
import { ProjectDialog } from "./project-dialog.tsx";
import { useProjects } from "./queries.ts";

const texts = fleetTexts.project;

const COLUMNS: DataColumn<BaseProjectRow>[] = [
  {
    id: "name",
    header: texts.column.name,
    value: ({ name }) => name,
    cell: ({ id, name }) => <a href={projectAddress(id)}>{name}</a>,
    rowHeader: true,
  },
  { id: "file", header: texts.column.file, value: ({ filename }) => filename, breaks: true },
  { id: "sites", header: texts.column.sites, value: ({ sites }) => sites, align: "right" },
  { id: "by", header: texts.column.by, value: ({ by }) => by },
  {
    id: "changed",
    header: texts.column.changed,
    value: ({ changed }) => changed,
    cell: ({ changed }) => <RelativeTime ms={changed} />,
  },
];

export default function ProjectsPage() {
  const projects = useProjects();
  const [adds, setAdds] = useState(false);
  return (
    <>
      <div className={classes["heading"]}>
        <h1 className={classes["title"]}>{texts.title}</h1>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdds(true)}>
          {texts.add}
        </Button>
      </div>
      <p className={classes["note"]}>{texts.intro}</p>
      <QueryState query={projects} empty={(all) => all.length === 0} emptyState={texts.none}>
        {(all) => (
          <div className={classes["box"]}>
            <DataTable label={texts.title} rows={all} columns={COLUMNS} rowKey={({ id }) => id} />
          </div>
        )}
      </QueryState>
      <ProjectDialog opened={adds} onClose={() => setAdds(false)} />
    </>
  );
}
