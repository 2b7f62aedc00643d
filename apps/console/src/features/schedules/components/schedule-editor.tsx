/** The editor of a time programme: one edit over all its boxes, taken back step by step, saved as a whole. */

import { type AnswerOf, scheduleSave } from "@hubwart/contract";
import { ActionIcon, Switch } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconCalendarWeek } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { notice } from "../../../lib/notice.tsx";
import { type Stored, useEdit } from "../../../lib/use-edit.ts";
import { useNow } from "../../../lib/use-now.ts";
import { LookOnly } from "../../../rights/may.tsx";
import { schedulesTexts } from "../../../texts/index.ts";
import { type Schedule, saveSchedule, scheduleKey } from "../api/schedule.ts";
import { valuesOf } from "../model/bands.ts";
import {
  defaultOf,
  type Form,
  formOf,
  laneKeys,
  offOf,
  planOfForm,
  withDefault,
  withOff,
} from "../model/form.ts";
import { faultOf, sunMinutes, surroundingsOf } from "../model/preview.ts";
import { type Steps, useSteps } from "../model/use-steps.ts";
import { formWords } from "../model/words.ts";
import { CalendarAdder } from "./calendar-adder.tsx";
import { EditedNote } from "./edited-note.tsx";
import { ExceptionsBox } from "./exceptions-box.tsx";
import { LaneEditor } from "./lane-editor.tsx";
import { OverrideBox } from "./override-box.tsx";
import { PreviewBox } from "./preview-box.tsx";
import { SpanForm } from "./span-form.tsx";
import { ValueInput } from "./value-input.tsx";
import classes from "./week.module.css";
import { WeekView } from "./week-view.tsx";

const texts = schedulesTexts.edit;
const MINUTE = 60_000;

export function ScheduleEditor({ stored }: { stored: Stored<Schedule> }) {
  const { data: schedule } = stored;
  const { chan } = schedule;
  const stepsOf = useSteps();
  const edit = useEdit<Schedule, Form, AnswerOf<typeof scheduleSave>>({
    form: `schedules.${chan}`,
    queryKey: scheduleKey(chan),
    values: (data) => formOf(data.plan),
    save: (values, _, ifMatch) => saveSchedule(chan, planOfForm(values), ifMatch),
    onSaved: ({ applied }) => {
      if (applied) notice.success(texts.saved);
      else notice.warning(texts.savedLater);
    },
    errors: (values): Record<string, string> => {
      const fault = faultOf(planOfForm(values), schedule);
      return fault === undefined ? {} : { plan: fault };
    },
    words: formWords,
  })(stored);
  const steps = stepsOf(edit);
  const [chosen, setChosen] = useState("1");
  const { calendars, place, zone } = schedule;
  const around = useMemo(() => surroundingsOf({ calendars, place, zone }), [calendars, place, zone]);
  const [drift] = useState(() => schedule.now - Date.now());
  // By the device's clock, to the minute.
  const now = Math.floor((useNow(MINUTE) + drift) / MINUTE) * MINUTE;
  const plan = useMemo(() => planOfForm(edit.values), [edit.values]);
  const running = useMemo(
    () => ({ ...plan, ...(schedule.override ? { override: schedule.override } : {}) }),
    [plan, schedule.override],
  );
  const keys = laneKeys(edit.values);
  const lane = keys.includes(chosen) ? chosen : "1";
  const sun = useMemo(() => sunMinutes(around, now), [around, now]);
  useUndoKeys(steps);
  return (
    <>
      <UnsavedGuard dirty={edit.dirty} />
      <EditedNote schedule={schedule} onReset={steps.forget} />
      <div className={classes["top"]}>
        <PreviewBox plan={running} around={around} now={now} unit={schedule.unit} changed={edit.dirty} />
        <OverrideBox schedule={schedule} plan={schedule.plan} around={around} now={now} />
      </div>
      <LookOnly call={scheduleSave}>
        <InfoBox title={texts.week.title} icon={IconCalendarWeek} actions={<StepButtons steps={steps} />}>
          <div className={classes["stack"]}>
            <p className={classes["muted"]}>{texts.week.hint}</p>
            <div className={classes["columns"]}>
              <WeekView
                form={edit.values}
                unit={schedule.unit}
                sun={sun}
                chosen={lane}
                onChoose={setChosen}
                onChange={steps.change}
              />
              <LaneEditor
                key={lane}
                form={edit.values}
                lane={lane}
                schedule={schedule}
                onChange={steps.change}
              />
            </div>
            <SpanForm form={edit.values} schedule={schedule} onChange={steps.change} />
            <CalendarAdder
              form={edit.values}
              schedule={schedule}
              onChange={(change, key) => {
                steps.change(change);
                setChosen(key);
              }}
            />
            <OffAndDefault form={edit.values} schedule={schedule} onChange={steps.change} />
          </div>
        </InfoBox>
        <ExceptionsBox
          form={edit.values}
          schedule={schedule}
          around={around}
          now={now}
          onChange={steps.change}
        />
        <EditForm
          edit={{
            ...edit,
            reset: () => {
              edit.reset();
              steps.forget();
            },
          }}
          className={classes["save"]}
        >
          <output className={classes["count"]}>{edit.dirty ? texts.dirty : ""}</output>
          <EditButtons edit={edit} label={texts.save} />
        </EditForm>
      </LookOnly>
    </>
  );
}

function StepButtons({ steps }: { steps: Steps }) {
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={texts.undo}
        disabled={!steps.canUndo}
        onClick={steps.undo}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={texts.redo}
        disabled={!steps.canRedo}
        onClick={steps.redo}
      >
        <IconArrowForwardUp size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** Strg+Z and Strg+Y, but not where a text is being typed: there the browser takes back letters. */
function useUndoKeys({ redo, undo }: Steps): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, [role=dialog]")) return;
      const key = event.key.toLowerCase();
      const back = key === "z" && !event.shiftKey;
      const again = key === "y" || (key === "z" && event.shiftKey);
      if (!back && !again) return;
      event.preventDefault();
      if (back) undo();
      else redo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [redo, undo]);
}

interface OffProps {
  form: Form;
  schedule: Schedule;
  onChange: (change: Form) => void;
}

function OffAndDefault({ form, onChange, schedule }: OffProps) {
  const off = offOf(form);
  const values = valuesOf(form, laneKeys(form));
  return (
    <div className={classes["adder"]}>
      <ValueInput
        {...schedule}
        label={texts.default}
        value={defaultOf(form)}
        values={values}
        onChange={(value) => onChange(withDefault(value))}
      />
      <Switch
        label={texts.off.label}
        className={classes["put"] ?? ""}
        checked={off !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange(withOff(checked ? { value: defaultOf(form) } : null))
        }
      />
      {off ? (
        <ValueInput
          {...schedule}
          label={texts.off.value}
          value={off.value}
          values={values}
          onChange={(value) => onChange(withOff({ value }))}
        />
      ) : null}
    </div>
  );
}
