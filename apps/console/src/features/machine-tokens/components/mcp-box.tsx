/** Whether programs with a language model may ask (Model Context Protocol), and what they may do there. */
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "../../../components/copy-button.tsx";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { useEdit } from "../../../lib/use-edit.ts";
import { machineTokensTexts } from "../../../texts/index.ts";
import { type McpValues, mcpQuery, type StoredMcp, saveMcp } from "../api/mcp.ts";
import classes from "./tokens.module.css";

const texts = machineTokensTexts.mcp;
const WORDS = namedFields<McpValues>({
  active: texts.active,
  propose: texts.drafts,
  write_channels: texts.writes,
});

export function McpBox() {
  const query = useQuery(mcpQuery);
  const active = query.data?.data.active;
  return (
    <InfoBox
      title={texts.title}
      status={
        active === undefined ? null : (
          <StatusBadge tone={active ? "ok" : "off"}>{active ? texts.open : texts.closed}</StatusBadge>
        )
      }
    >
      <QueryState query={query}>{(stored) => <Form stored={stored} />}</QueryState>
    </InfoBox>
  );
}

function Form({ stored }: { stored: StoredMcp }) {
  const edit = useEdit<StoredMcp["data"], McpValues, unknown>({
    form: "system.mcp",
    queryKey: mcpQuery.queryKey,
    values: ({ active, propose, write_channels }) => ({ active, propose, write_channels }),
    save: (values, _, ifMatch) => saveMcp(values, ifMatch),
    words: WORDS,
    onSaved: () => notice.success(texts.saved),
  })(stored);
  const { active, propose, write_channels: write } = edit.values;
  const address = `${location.origin}${stored.data.path}`;
  return (
    <div className={layout["stack"]}>
      <UnsavedGuard dirty={edit.dirty} />
      <p className={layout["intro"]}>{texts.text}</p>
      <EditForm edit={edit}>
        <Switch
          label={texts.active}
          description={texts.activeText}
          checked={active}
          onChange={(event) => edit.set({ active: event.currentTarget.checked })}
        />
        <Switch
          label={texts.drafts}
          description={texts.draftsText}
          disabled={!active}
          checked={propose}
          onChange={(event) => edit.set({ propose: event.currentTarget.checked })}
        />
        <Switch
          label={texts.writes}
          description={texts.writesText}
          disabled={!active}
          checked={write}
          onChange={(event) => edit.set({ write_channels: event.currentTarget.checked })}
        />
        <EditButtons edit={edit} saveLabel={texts.save} />
      </EditForm>
      {stored.data.active ? (
        <div className={classes["address"]}>
          <span>{texts.address}</span>
          <code className={classes["secret"]}>{address}</code>
          <CopyButton label={texts.copy} text={() => address} />
        </div>
      ) : null}
    </div>
  );
}
