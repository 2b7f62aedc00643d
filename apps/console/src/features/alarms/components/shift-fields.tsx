/** The shifts of a roster: days, times, and who has them in which order. */
import { Button, NativeSelect } from "@mantine/core";
import { useId, useState } from "react";
import { GroupComplaint } from "../../../components/group-complaint.tsx";
import layout from "../../../components/layout.module.css";
import { TimeField } from "../../../components/time-field.tsx";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import type { Person } from "../api/people.ts";
import { moved, NEW_SHIFT, nameOf, replaced, type Shift, shiftEnd, without } from "../model/roster.ts";
import { AddEntry } from "./add-entry.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import classes from "./people.module.css";
import { Weekdays } from "./weekdays.tsx";

const texts = alarmPeopleTexts.roster;

export interface ShiftListProps {
  shifts: readonly Shift[];
  people: readonly Person[];
  errors: FieldErrors;
  onChange: (shifts: readonly Shift[]) => void;
}

export function ShiftList({ errors, onChange, people, shifts }: ShiftListProps) {
  return (
    <fieldset className={classes["group"]}>
      <legend>{texts.shifts}</legend>
      {shifts.length > 1 ? <p className={layout["muted"]}>{texts.shiftsText}</p> : null}
      <ol className={classes["list"]} hidden={shifts.length === 0}>
        {shifts.map((shift, at) => (
          // Shifts have nothing to know them by but their place.
          <li key={texts.shift(at + 1)} data-entry>
            <ShiftFields
              shift={shift}
              at={at}
              count={shifts.length}
              people={people}
              errors={errors}
              onChange={(part) => onChange(replaced(shifts, at, { ...shift, ...part }))}
              onMove={(by) => onChange(moved(shifts, at, by))}
              onRemove={() => onChange(without(shifts, at))}
            />
          </li>
        ))}
      </ol>
      <AddEntry
        label={texts.addShift}
        full={shifts.length >= MOST_SHIFTS}
        onAdd={() => onChange([...shifts, NEW_SHIFT])}
      />
    </fieldset>
  );
}
const MOST_SHIFTS = 50;

interface ShiftFieldsProps {
  shift: Shift;
  at: number;
  count: number;
  people: readonly Person[];
  errors: FieldErrors;
  onChange: (part: Partial<Shift>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function ShiftFields(props: ShiftFieldsProps) {
  const { at, count, errors, onChange, onMove, onRemove, people, shift } = props;
  const id = useId();
  const name = texts.shift(at + 1);
  const wrong = (field: string): string | undefined => errors[`shifts.${at}.${field}`];
  const end = shiftEnd(shift);
  const first = shift.people.findIndex((_, each) => wrong(`people.${each}`) !== undefined);
  return (
    <section className={classes["entry"]} aria-labelledby={id}>
      <div className={classes["head"]}>
        <h3 id={id}>{name}</h3>
        <OrderButtons name={name} at={at} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      <Weekdays days={shift.days} error={wrong("days")} onChange={(days) => onChange({ days })} />
      <div className={classes["fields"]}>
        <TimeField
          label={texts.from}
          required
          value={shift.from}
          error={wrong("from")}
          onChange={(from) => onChange({ from })}
        />
        <TimeField
          label={texts.to}
          required
          {...(end === "" ? {} : { description: end })}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={shift.to}
          error={wrong("to")}
          onChange={(to) => onChange({ to })}
        />
      </div>
      <ShiftPeople
        shift={name}
        chosen={shift.people}
        people={people}
        error={wrong("people") ?? (first < 0 ? undefined : wrong(`people.${first}`))}
        onChange={(next) => onChange({ people: next })}
      />
    </section>
  );
}

interface ShiftPeopleProps {
  shift: string;
  chosen: readonly string[];
  people: readonly Person[];
  error: string | undefined;
  onChange: (people: string[]) => void;
}

function ShiftPeople({ chosen, error, onChange, people, shift }: ShiftPeopleProps) {
  const id = useId();
  const [next, setNext] = useState("");
  const others = people.filter((person) => !chosen.includes(person.id));
  const add = (): void => {
    if (others.some((person) => person.id === next)) onChange([...chosen, next]);
    setNext("");
  };
  return (
    <div>
      <h4 id={id} className={classes["label"]}>
        {texts.people}
      </h4>
      {chosen.length === 0 ? null : (
        <ol className={classes["people"]} aria-labelledby={id}>
          {chosen.map((person, at) => (
            <li key={person} data-entry>
              <span>
                {nameOf(people, person)}{" "}
                <span className={layout["muted"]}>({at === 0 ? texts.first : texts.substitute(at)})</span>
              </span>
              <OrderButtons
                name={nameOf(people, person)}
                at={at}
                count={chosen.length}
                onMove={(by) => onChange(moved(chosen, at, by))}
                onRemove={() => onChange(without(chosen, at))}
              />
            </li>
          ))}
        </ol>
      )}
      <GroupComplaint>{error}</GroupComplaint>
      {others.length === 0 ? (
        <p className={layout["muted"]}>{people.length === 0 ? texts.noPeople : texts.allPeople}</p>
      ) : (
        <div className={classes["add"]}>
          <NativeSelect
            label={texts.person}
            data-add
            value={next}
            data={[
              { value: "", label: texts.choose },
              ...others.map((person) => ({ value: person.id, label: person.name })),
            ]}
            onChange={({ currentTarget }) => setNext(currentTarget.value)}
          />
          <Button
            variant="default"
            aria-label={texts.addPersonTo(shift)}
            disabled={next === ""}
            onClick={add}
          >
            {texts.addPerson}
          </Button>
        </div>
      )}
    </div>
  );
}
