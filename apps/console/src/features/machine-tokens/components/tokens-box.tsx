/** The tokens of programs: what each may, who made it, when it was used last. */
import type { MachineToken } from "@hubwart/contract";
import { useState } from "react";
import type { FactColumn } from "../../../components/fact-table.tsx";
import { IssuedBox } from "../../../components/issued-box.tsx";
import layout from "../../../components/layout.module.css";
import { SecretDialog } from "../../../components/secret-dialog.tsx";
import { formatDate } from "../../../lib/format.ts";
import { peopleTexts, machineTokensTexts as texts } from "../../../texts/index.ts";
import { useTokenActions, useTokens } from "../api/tokens.ts";
import { CreateDialog, type Made } from "./create-dialog.tsx";

export function TokensBox() {
  const query = useTokens();
  const { revoke } = useTokenActions();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<Made>();
  return (
    <IssuedBox
      title={texts.box}
      flush
      texts={texts}
      query={query}
      rowsOf={({ tokens }) => tokens}
      columns={COLUMNS}
      trouble={troubleOf}
      onCreate={() => setCreating(true)}
      revoke={revoke}
    >
      {creating ? <CreateDialog onClose={() => setCreating(false)} onMade={setMade} /> : null}
      {made ? (
        <SecretDialog
          title={texts.made.title(made.name)}
          secret={made.token}
          texts={texts.made}
          onClose={() => setMade(undefined)}
        />
      ) : null}
    </IssuedBox>
  );
}

const heads = texts.columns;

const COLUMNS: readonly FactColumn<MachineToken>[] = [
  { id: "may", header: heads.may, cell: (token) => <May token={token} /> },
  { id: "owner", header: heads.owner, cell: ({ owner }) => owner },
  {
    id: "expires",
    header: heads.expires,
    cell: ({ expires }) => (expires === 0 ? texts.never : formatDate(expires)),
  },
];

const troubleOf = ({ state }: MachineToken) =>
  state === "valid"
    ? undefined
    : { word: texts.states[state], why: state === "stopped" ? texts.stoppedText : undefined };

function May({ token: { channels, level, networks } }: { token: MachineToken }) {
  return (
    <div>
      {peopleTexts.role[level]}
      {channels ? <span className={layout["second"]}>{texts.channels(channels.join(", "))}</span> : null}
      {networks ? <span className={layout["second"]}>{texts.networks(networks.join(", "))}</span> : null}
    </div>
  );
}
