/** Passkeys instead of the code of the second factor: what there are, another one, and why not here. */
import type { Passkey } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconKey, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RowActions } from "../../../components/row-actions.tsx";
import { formatDateTime, NOTHING } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { passkeyPlace } from "../../../lib/passkey-place.ts";
import { systemTexts } from "../../../texts/index.ts";
import { usePasskeyActions, usePasskeys } from "../api/passkeys.ts";
import { useSecondFactor } from "../api/second-factor.ts";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import classes from "./passkeys-box.module.css";

const texts = systemTexts.passkeys;

type Asked = { what: "add" } | { what: "rename" | "remove"; passkey: Passkey };

export function PasskeysBox() {
  const query = usePasskeys();
  const factor = useSecondFactor().data?.on;
  const place = passkeyPlace(globalThis.location);
  const [asked, ask] = useState<Asked>();
  const addable = factor === true && place === "here";
  const hint = factor === false ? texts.needsFactor : place === "here" ? undefined : texts.notHere[place];
  return (
    <InfoBox
      title={texts.title}
      icon={IconKey}
      flush
      footer={
        addable ? (
          <Button variant="default" onClick={() => ask({ what: "add" })}>
            {texts.add}
          </Button>
        ) : undefined
      }
    >
      <p className={classes["intro"]}>{texts.about}</p>
      {hint === undefined ? null : <p className={classes["intro"]}>{hint}</p>}
      <QueryState query={query}>
        {({ passkeys }) => (passkeys.length === 0 ? null : <List passkeys={passkeys} ask={ask} />)}
      </QueryState>
      <Dialogs asked={asked} onClose={() => ask(undefined)} />
    </InfoBox>
  );
}

function List({ passkeys, ask }: { passkeys: readonly Passkey[]; ask: (asked: Asked) => void }) {
  const columns = useMemo(() => columnsOf(ask), [ask]);
  return <FactTable label={texts.title} rows={passkeys} columns={columns} rowKey={({ id }) => id} />;
}

function Dialogs({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const actions = usePasskeyActions();
  switch (asked?.what) {
    case undefined:
      return null;
    case "add":
      return <AddPasskeyDialog onClose={onClose} onDone={() => notice.success(texts.added)} />;
    case "rename":
      return <RenamePasskeyDialog passkey={asked.passkey} onClose={onClose} />;
    case "remove":
      return (
        <ConfirmDialog
          onClose={onClose}
          title={texts.remove}
          confirmLabel={texts.remove}
          question={texts.removeQuestion(asked.passkey.name)}
          onConfirm={() => actions.remove(asked.passkey)}
          onDone={() => notice.success(texts.removed)}
        />
      );
  }
}

const heads = texts.columns;

function columnsOf(ask: (asked: Asked) => void): readonly FactColumn<Passkey>[] {
  return [
    { id: "name", header: heads.name, rowHeader: true, cell: ({ name }) => name },
    { id: "host", header: heads.host, mono: true, cell: ({ host }) => host },
    { id: "since", header: heads.since, cell: ({ since }) => formatDateTime(since) },
    { id: "used", header: heads.used, cell: ({ used }) => (used === 0 ? NOTHING : formatDateTime(used)) },
    {
      id: "actions",
      header: heads.actions,
      align: "right",
      cell: (passkey) => (
        <RowActions
          row={passkey.name}
          actions={[
            { label: texts.rename, icon: IconPencil, run: () => ask({ what: "rename", passkey }) },
            { label: texts.remove, icon: IconTrash, run: () => ask({ what: "remove", passkey }) },
          ]}
        />
      ),
    },
  ];
}
