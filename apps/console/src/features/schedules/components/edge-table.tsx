/** The edges of a day as a table: all that a pointer can do, and what it cannot. */
import {
  atText,
  inOrder,
  type LaneEdge,
  OFFSET_MAX,
  type PlanValue,
  parseAt,
  type SwitchTime,
} from "@hubwart/schedule";
import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { IconButton } from "../../../components/icon-button.tsx";
import { TimeField } from "../../../components/time-field.tsx";
import { schedulesTexts } from "../../../texts/index.ts";
import type { Schedule } from "../api/schedule.ts";
import { added, removed, replaced } from "../model/edges.ts";
import { ValueInput } from "./value-input.tsx";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.lane;

export interface EdgeTableProps {
  label: string;
  edges: readonly LaneEdge[];
  schedule: Pick<Schedule, "type" | "unit" | "place">;
  values: readonly PlanValue[];
  /** Of a new edge. */
  fresh: PlanValue;
  onChange: (edges: LaneEdge[]) => void;
}

type Kind = "clock" | "rise" | "set";

export function EdgeTable({ edges, fresh, label, onChange, schedule, values }: EdgeTableProps) {
  const kinds: Kind[] = schedule.place ? ["clock", "rise", "set"] : ["clock"];
  const set = (index: number, change: Partial<LaneEdge>): void => {
    const edge = edges[index];
    if (edge) onChange(inOrder(replaced(edges, index, { ...edge, ...change })));
  };
  return (
    <div className={classes["table"]}>
      {edges.length === 0 ? null : (
        <ul className={classes["edges"]} aria-label={label}>
          {numbered(edges).map(({ edge, index, key }) => (
            <li key={key} className={classes["row"]}>
              {kinds.length === 1 && typeof edge.at === "number" ? null : (
                <NativeSelect
                  aria-label={texts.kind(atText(edge.at))}
                  data={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
                  value={kindOf(edge.at)}
                  onChange={({ currentTarget }) => set(index, { at: asKind(currentTarget.value as Kind) })}
                />
              )}
              <TimeInput at={edge.at} onChange={(at) => set(index, { at })} />
              <ValueInput
                {...schedule}
                bare
                label={texts.value(atText(edge.at))}
                value={edge.value}
                values={values}
                onChange={(value) => set(index, { value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={texts.remove(atText(edge.at))}
                onClick={() => onChange(removed(edges, index))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div>
        <IconButton size="xs" variant="default" icon={IconPlus} onClick={() => onChange(added(edges, fresh))}>
          {texts.add}
        </IconButton>
      </div>
    </div>
  );
}

/** What is typed is put in its place when the field is left, or by Enter: rows that jump while one types would be another's. */
function TimeInput({ at, onChange }: { at: SwitchTime; onChange: (at: SwitchTime) => void }) {
  if (typeof at !== "number") return <OffsetInput at={at} onChange={onChange} />;
  const put = (time: string): void => onChange(parseAt(time) ?? at);
  return <TimeField aria-label={texts.at(atText(at))} value={atText(at)} onCommit={put} />;
}

type SunTime = Exclude<SwitchTime, number>;

function OffsetInput({ at, onChange }: { at: SunTime; onChange: (at: SunTime) => void }) {
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    const next = typed === undefined ? undefined : timeOf(typed, at);
    setTyped(undefined);
    if (next !== undefined) onChange(next);
  };
  const field = {
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setTyped(currentTarget.value),
    onBlur: commit,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === "Enter") commit();
    },
  };
  return (
    <TextInput
      {...field}
      type="number"
      min={-OFFSET_MAX}
      max={OFFSET_MAX}
      aria-label={texts.offset(atText(at))}
      rightSection={<span aria-hidden>{texts.minutes}</span>}
      rightSectionWidth={44}
      value={typed ?? String(at.offset)}
    />
  );
}

function timeOf(text: string, at: SunTime): SunTime | undefined {
  const offset = Math.round(Number(text));
  return text !== "" && Math.abs(offset) <= OFFSET_MAX ? { ...at, offset } : undefined;
}

/** An edge is its place: its time changes while it is moved, or typed. */
export const numbered = (edges: readonly LaneEdge[]) =>
  edges.map((edge, index) => ({ edge, index, key: `edge ${index}` }));

const kindOf = (at: SwitchTime): Kind => (typeof at === "number" ? "clock" : at.sun);
const asKind = (kind: Kind): SwitchTime => (kind === "clock" ? 420 : { sun: kind, offset: 0 });
