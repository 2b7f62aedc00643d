/** A day, or some, with a plan of their own. */

import { inOrder, type Plan, type PlanDay, type PlanValue, planFaults } from "@hubwart/schedule";
import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import type { Schedule } from "../api/schedule.ts";
import { valuesOf } from "../model/bands.ts";
import { defaultOf, type Form, laneKeys } from "../model/form.ts";
import { valueWithUnit } from "../model/words.ts";
import { EdgeTable } from "./edge-table.tsx";
import { ValueInput } from "./value-input.tsx";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.exceptions;
const THIS_YEAR = new Date().getFullYear();

export interface ExceptionDialogProps {
  day: PlanDay;
  fresh: boolean;
  form: Form;
  schedule: Schedule;
  onClose: () => void;
  onDone: (day: PlanDay) => void;
}

export function ExceptionDialog({
  day: first,
  form,
  fresh,
  onClose,
  onDone,
  schedule,
}: ExceptionDialogProps) {
  const [day, set] = useParts<PlanDay>(first);
  const values = valuesOf(form, laneKeys(form));
  const yearly = day.from.length === 5;
  const usual = defaultOf(form);
  return (
    <ActionDialog
      onClose={onClose}
      title={fresh ? texts.add : texts.change}
      confirmLabel={texts.take}
      values={day}
      fields={["from", "to", "label", "value"]}
      check={() => faultsOf(trimmed(day), usual, schedule)}
      onConfirm={async () => onDone(trimmed(day))}
      size="lg"
    >
      {(errors) => (
        <>
          <div className={classes["fields"]}>
            <TextInput
              type="date"
              label={texts.from}
              required
              data-autofocus
              value={shown(day.from)}
              error={errors["from"]}
              onChange={({ currentTarget }) => set({ from: kept(currentTarget.value, yearly) })}
            />
            <TextInput
              type="date"
              label={texts.to}
              value={shown(day.to ?? "")}
              error={errors["to"]}
              onChange={({ currentTarget }) => set({ to: kept(currentTarget.value, yearly) })}
            />
          </div>
          <Switch
            label={texts.yearly}
            checked={yearly}
            onChange={({ currentTarget: { checked } }) =>
              set({ from: kept(shown(day.from), checked), to: kept(shown(day.to ?? ""), checked) })
            }
          />
          <TextInput
            label={texts.label}
            maxLength={100}
            autoComplete="off"
            value={day.label ?? ""}
            error={errors["label"]}
            onChange={({ currentTarget }) => set({ label: currentTarget.value })}
          />
          <BeginField day={day} schedule={schedule} usual={usual} values={values} set={set} />
          <h3>{texts.times}</h3>
          <EdgeTable
            label={texts.times}
            edges={inOrder(day.times ?? [])}
            schedule={schedule}
            values={values}
            fresh={values.find((value) => value !== (day.value ?? usual)) ?? usual}
            onChange={(times) => set({ times })}
          />
        </>
      )}
    </ActionDialog>
  );
}

interface BeginFieldProps {
  day: PlanDay;
  schedule: Schedule;
  usual: PlanValue;
  values: readonly PlanValue[];
  set: (change: Partial<PlanDay>) => void;
}

function BeginField({ day, schedule, set, usual, values }: BeginFieldProps) {
  return (
    <div className={classes["fields"]}>
      <NativeSelect
        label={texts.begin}
        data={[
          { value: "usual", label: `${texts.usual} (${valueWithUnit(usual, schedule.unit)})` },
          { value: "own", label: schedulesTexts.edit.override.value },
        ]}
        value={day.value === undefined ? "usual" : "own"}
        onChange={({ currentTarget }) =>
          set({
            value:
              currentTarget.value === "own"
                ? (values.find((one) => one !== usual) ?? otherOf(usual))
                : undefined,
          })
        }
      />
      {day.value === undefined ? null : (
        <ValueInput
          {...schedule}
          label={schedulesTexts.edit.override.value}
          value={day.value}
          values={values}
          onChange={(value) => set({ value })}
        />
      )}
    </div>
  );
}

const otherOf = (value: PlanValue): PlanValue => (typeof value === "boolean" ? !value : value);

/** A field of the browser has a year always; one of every year is shown with this one. */
const shown = (date: string): string => (date.length === 5 ? `${THIS_YEAR}-${date}` : date);
const kept = (date: string, yearly: boolean): string => (yearly ? date.slice(5) : date);

function trimmed({ from, label = "", times = [], to = "", value }: PlanDay): PlanDay {
  return {
    from,
    ...(to === "" || to === from ? {} : { to }),
    ...(label.trim() === "" ? {} : { label: label.trim() }),
    ...(value === undefined ? {} : { value }),
    ...(times.length === 0 ? {} : { times: inOrder(times) }),
  };
}

function faultsOf(day: PlanDay, usual: PlanValue, { place, type }: Schedule): FieldErrors {
  const plan: Plan = { default: usual, days: [day] };
  return Object.fromEntries(
    planFaults(plan, type, { sun: place !== undefined }).map(({ field, message }) => [
      field.replace(/^days\.0\./, "").replace(/^times.*/, "label"),
      message,
    ]),
  );
}
