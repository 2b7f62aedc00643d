/** Access and tunnels of ngrok. Tunnels are edited here and count from Save on. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PasswordInput } from "../../../components/password-input.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import type { Words } from "../../../lib/conflict.ts";
import { NOTHING } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Stored, useEdit } from "../../../lib/use-edit.ts";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { NGROK, type NgrokConfig, type Tunnel, useNgrokConfig, useSaves } from "../api/add-ons.ts";
import classes from "./section.module.css";

const texts = containersTexts.ngrok;
const TARGETS = ["hub:80", "hub:8080", "grafana:3000", "mqtt:9001"] as const;
const PROTOCOLS = ["http", "https", "tcp"] as const;
const ADDRESS = /^[A-Za-z0-9_.-]{1,253}:[0-9]{1,5}$/;

export function NgrokTab() {
  const query = useNgrokConfig();
  return (
    <InfoBox title={texts.box}>
      <QueryState query={query}>{(stored) => <Form stored={stored} />}</QueryState>
    </InfoBox>
  );
}

interface Values extends Pick<NgrokConfig, "active" | "tunnels"> {
  /** Empty: as stored. */
  authtoken: string;
  api_key: string;
}

const tunnelText = ({ proto, addr, domain = "" }: Tunnel): string =>
  [`${proto}://${addr}`, domain].filter(Boolean).join(" ");

const WORDS: Words<Values> = {
  label: (field) => {
    if (field === "active") return containersTexts.rules.active;
    return field.startsWith("tunnels") ? texts.tunnels : texts.authtoken;
  },
  value: (field, value) =>
    field === "tunnels" ? (value as readonly Tunnel[]).map(tunnelText).join(", ") || NOTHING : undefined,
};

function Form({ stored }: { stored: Stored<NgrokConfig> }) {
  const { ngrok } = useSaves();
  const [edited, setEdited] = useState<number>();
  const edit = useEdit<NgrokConfig, Values, { changed: boolean }>({
    form: "containers.ngrok",
    queryKey: NGROK,
    values: ({ active, tunnels }) => ({ active, tunnels, authtoken: "", api_key: "" }),
    save: (values, _, ifMatch) => ngrok(values, ifMatch),
    words: WORDS,
    onSaved: ({ changed }) => (changed ? notice.success(texts.saved) : notice.info(texts.unchanged)),
  })(stored);
  const { authtoken, api_key, tunnels } = edit.values;
  return (
    <>
      <UnsavedGuard dirty={edit.dirty} />
      <EditForm edit={edit} className={layout["stack"]}>
        <div className={classes["form"]}>
          <PasswordInput
            label={texts.authtoken}
            description={stored.data.has_authtoken ? texts.has : undefined}
            autoComplete="off"
            value={authtoken}
            error={edit.errors["authtoken"]}
            onChange={(e) => edit.set({ authtoken: e.currentTarget.value })}
          />
          <PasswordInput
            label={texts.apiKey}
            description={stored.data.has_api_key ? texts.has : undefined}
            autoComplete="off"
            value={api_key}
            error={edit.errors["api_key"]}
            onChange={(e) => edit.set({ api_key: e.currentTarget.value })}
          />
        </div>
        {tunnels.length === 0 ? (
          <EmptyState title={texts.empty} />
        ) : (
          <DataTable
            label={texts.tunnels}
            name="tunnels"
            rows={tunnels.map((tunnel, index) => ({ ...tunnel, index }))}
            rowKey={({ index }) => String(index)}
            columns={columns(setEdited, (index) =>
              edit.set({ tunnels: tunnels.filter((_, at) => at !== index) }),
            )}
          />
        )}
        <div className={layout["buttons"]}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdited(tunnels.length)}
          >
            {texts.add}
          </Button>
        </div>
        <EditButtons edit={edit} />
      </EditForm>
      {edited === undefined ? null : (
        <TunnelDialog
          key={edited}
          tunnel={tunnels[edited]}
          onClose={() => setEdited(undefined)}
          onTake={(tunnel) => edit.set({ tunnels: tunnels.toSpliced(edited, 1, tunnel) })}
        />
      )}
    </>
  );
}

type TunnelRow = Tunnel & { index: number };

function columns(
  edit: (index: number) => void,
  remove: (index: number) => void,
): readonly DataColumn<TunnelRow>[] {
  return [
    {
      id: "target",
      header: texts.columns.target,
      mono: true,
      rowHeader: true,
      breaks: true,
      value: ({ proto, addr }) => `${proto}://${addr}`,
    },
    { id: "domain", header: texts.columns.domain, breaks: true, value: ({ domain }) => domain ?? "" },
    actionColumn(
      texts.columns.actions,
      ({ addr }) => addr,
      ({ index }) => [
        { label: texts.edit, icon: IconPencil, run: () => edit(index) },
        { label: texts.delete, icon: IconTrash, run: () => remove(index) },
      ],
    ),
  ];
}

interface TunnelDialogProps {
  tunnel: Tunnel | undefined;
  onClose: () => void;
  onTake: (tunnel: Tunnel) => void;
}

function TunnelDialog({ tunnel, onClose, onTake }: TunnelDialogProps) {
  const known = TARGETS.find((target) => target === tunnel?.addr);
  const [target, setTarget] = useState<string>(tunnel ? (known ?? "") : TARGETS[0]);
  const [own, setOwn] = useState(known ? "" : (tunnel?.addr ?? ""));
  const [proto, setProto] = useState<Tunnel["proto"]>(tunnel?.proto ?? "http");
  const [domain, setDomain] = useState(tunnel?.domain ?? "");
  const addr = target === "" ? own.trim() : target;
  return (
    <ActionDialog
      onClose={onClose}
      title={tunnel ? texts.edit : texts.add}
      confirmLabel={tunnel ? texts.take : commonTexts.action.add}
      check={() => (ADDRESS.test(addr) ? {} : { addr: texts.addressWrong })}
      onConfirm={async () =>
        onTake({ proto, addr, ...(domain.trim() === "" ? {} : { domain: domain.trim() }) })
      }
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <NativeSelect
            label={texts.target}
            value={target}
            data={[
              ...TARGETS.map((value) => ({ value: value as string, label: value as string })),
              { value: "", label: texts.custom },
            ]}
            onChange={(e) => setTarget(e.currentTarget.value)}
          />
          {target === "" ? (
            <TextInput
              label={texts.address}
              required
              placeholder="192.168.1.20:8080"
              error={refused["addr"]}
              value={own}
              onChange={(e) => setOwn(e.currentTarget.value)}
            />
          ) : null}
          <NativeSelect
            label={texts.protocol}
            value={proto}
            data={[...PROTOCOLS]}
            onChange={(e) => setProto(PROTOCOLS.find((one) => one === e.currentTarget.value) ?? "http")}
          />
          <TextInput label={texts.domain} value={domain} onChange={(e) => setDomain(e.currentTarget.value)} />
        </div>
      )}
    </ActionDialog>
  );
}
