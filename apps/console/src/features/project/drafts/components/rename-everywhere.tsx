/** Another name for a pod, a channel or a constant, in all tables at once. */
import type { DraftOperation } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Ask, NameRefusal, Plan, Usage } from "../../../../compiler/protocol.ts";
import { ActionDialog } from "../../../../components/action-dialog.tsx";
import { draftsTexts } from "../../../../texts/index.ts";
import classes from "./editor.module.css";
import { ScriptPlaces } from "./usage-dialog.tsx";

const texts = draftsTexts.naming;

interface RenameEverywhereProps {
  usage: Usage;
  ask: Ask;
  act: (label: string, ops: DraftOperation[]) => boolean;
  onClose: () => void;
}

export function RenameEverywhere({ act, ask, onClose, usage }: RenameEverywhereProps) {
  const { cells, patterns, scripts, subject } = usage;
  const fixed = subject.name
    .split(".")
    .slice(0, subject.kind === "channel" ? 2 : 1)
    .join(".");
  const [name, setName] = useState(subject.name.slice(fixed.length + 1));
  const plan = usePlan(() => ask("rename", { subject, name }), name);
  const tables = new Set(cells.map(({ table }) => table)).size;
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={texts.renameTitle(subject.name)}
      confirmLabel={texts.rename}
      canConfirm={plan !== undefined && "ops" in plan}
      size="lg"
      onConfirm={async () => {
        // By the draft as it stands now.
        const now = await ask("rename", { subject, name });
        if ("ops" in now) act(draftsTexts.steps.rename(subject.name, now.name), now.ops);
      }}
    >
      <TextInput
        required
        data-autofocus
        label={texts.name}
        description={
          subject.kind === "constant" || subject.kind === "schedule" ? texts.group : texts.fixed(`${fixed}.`)
        }
        error={refusalText(plan)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p className={classes["plain"]}>{texts.will(cells.length, tables)}</p>
      {patterns.length === 0 ? null : <p className={classes["plain"]}>{texts.patterns(patterns.length)}</p>}
      <p className={classes["plain"]}>{texts.outside}</p>
      {scripts.length === 0 ? null : (
        <section aria-label={texts.scripts}>
          <p className={classes["plain"]}>{texts.scripts}</p>
          <ScriptPlaces scripts={scripts} />
        </section>
      )}
    </ActionDialog>
  );
}

/** What would be done by what was typed; undefined until that is known. */
export function usePlan(
  make: () => Promise<Plan | NameRefusal>,
  name: string,
): Plan | NameRefusal | undefined {
  const [plan, setPlan] = useState<{ name: string; of: Plan | NameRefusal }>();
  const known = plan?.name === name;
  useEffect(() => {
    if (known) return undefined;
    let gone = false;
    void make().then((of) => {
      if (!gone) setPlan({ name, of });
    });
    return () => {
      gone = true;
    };
  });
  return known ? plan.of : undefined;
}

/** The name that it has already is no fault that anybody has to read. */
export function refusalText(plan: Plan | NameRefusal | undefined): string | undefined {
  if (!plan || "ops" in plan || plan.refused === "same") return undefined;
  const { name, refused } = plan;
  return refused === "taken" ? texts.refused.taken(name) : texts.refused[refused];
}
