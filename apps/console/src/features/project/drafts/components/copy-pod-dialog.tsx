/** A pod with all its channels once more, under another name and at another place; with its links where that is wanted. */
import type { DraftOperation } from "@hubwart/contract";
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Ask, PodPlace } from "../../../../compiler/protocol.ts";
import { ActionDialog } from "../../../../components/action-dialog.tsx";
import { newId } from "../../../../lib/new-id.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import classes from "./editor.module.css";
import { refusalText, usePlan } from "./rename-everywhere.tsx";

const texts = draftsTexts.naming;

interface CopyPodDialogProps {
  pod: string;
  places: readonly PodPlace[];
  /** How many it has. */
  links: number;
  ask: Ask;
  act: (label: string, ops: DraftOperation[]) => boolean;
  onClose: () => void;
}

export function CopyPodDialog({ act, ask, links, onClose, places: known, pod }: CopyPodDialogProps) {
  const type = pod.slice(0, pod.indexOf(".") + 1);
  const [name, setName] = useState("");
  const [places, setPlaces] = useState(known);
  const [withLinks, setWithLinks] = useState(false);
  const [prefix] = useState(newId);
  const moved = places.filter(({ value }, at) => value !== known[at]?.value);
  const copy = () => ask("copyPod", { pod, name, places: moved, links: withLinks, prefix });
  const plan = usePlan(copy, name);
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={texts.copyTitle(pod)}
      confirmLabel={texts.copy}
      canConfirm={plan !== undefined && "ops" in plan}
      onConfirm={async () => {
        const now = await copy();
        if ("ops" in now) act(draftsTexts.steps.copyPod(pod, now.name), now.ops);
      }}
    >
      <TextInput
        required
        data-autofocus
        label={texts.name}
        description={texts.fixed(type)}
        error={name === "" ? undefined : refusalText(plan)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {places.map(({ column, iface, name: column_, row, value }, at) => (
        <TextInput
          key={`${row} ${column}`}
          label={texts.place(iface, column_)}
          description={value === known[at]?.value ? texts.samePlace : undefined}
          value={value}
          onChange={({ currentTarget }) =>
            setPlaces((before) =>
              before.map((one, index) => (index === at ? { ...one, value: currentTarget.value } : one)),
            )
          }
        />
      ))}
      {links === 0 ? null : (
        <Checkbox
          label={texts.withLinks(links)}
          description={texts.withLinksHint}
          checked={withLinks}
          onChange={({ currentTarget }) => setWithLinks(currentTarget.checked)}
        />
      )}
      <p className={classes["plain"]}>{texts.copied}</p>
    </ActionDialog>
  );
}
