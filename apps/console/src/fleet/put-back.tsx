/** Has the sites of a project run again what ran there before. */
import { centralProjectBack, type RolloutRow, type RolloutSite } from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import { rolloutAddress } from "./place.ts";

const texts = fleetTexts.rollout;

export interface PutBackProps {
  rollout: RolloutRow;
  sites: readonly RolloutSite[];
}

/** Nothing for an update, where nobody was reached, and for what puts back itself. */
export function PutBack({ rollout: { id, project }, sites }: PutBackProps) {
  const [asks, setAsks] = useState(false);
  const client = useQueryClient();
  const reached = sites.filter(({ state }) => state !== "waiting").length;
  if (project === undefined || project.back !== undefined || reached === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        {texts.putBack}
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={texts.putBack}
        confirmLabel={texts.putBack}
        question={texts.putBackQuestion(project.name)}
        onConfirm={() => callCentral(centralProjectBack, { body: { rollout: id } })}
        onDone={({ id: begun }) => {
          void client.invalidateQueries({ queryKey: ["rollouts"] });
          window.location.hash = rolloutAddress(begun);
        }}
      />
    </>
  );
}
