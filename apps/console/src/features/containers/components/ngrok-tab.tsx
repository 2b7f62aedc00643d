/** Access and tunnels of ngrok. Tunnels are edited here and count from Save on. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PasswordInput } from "../../../components/password-input.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type NgrokConfig, type Tunnel, useNgrokConfig, useSaves } from "../api/add-ons.ts";
import { actionColumn } from "./action-column.tsx";
import classes from "./section.module.css";

const texts = containersTexts.ngrok;
const TARGETS = ["hub:80", "hub:8080", "grafana:3000", "mqtt:9001"] as const;
const PROTOCOLS = ["http", "https", "tcp"] as const;
const ADDRESS = /^[A-Za-z0-9_.-]{1,253}:[0-9]{1,5}$/;

export function NgrokTab() {
  const query = useNgrokConfig();
  return (
    <InfoBox title={texts.box}>
      <QueryState query={query}>{(stored) => <Form stored={stored} reload={query.refetch} />}</QueryState>
    </InfoBox>
  );
}

function Form({ stored, reload }: { stored: NgrokConfig; reload: () => Promise<unknown> }) {
  const [authtoken, setAuthtoken] = useState("");
  const [apiKey, setApiKey] = useState("");
  const [pending, setPending] = useState<readonly Tunnel[]>();
  const [edited, setEdited] = useState<number>();
  const { ngrok } = useSaves();
  const tunnels = pending ?? stored.tunnels;
  const reset = () => {
    setAuthtoken("");
    setApiKey("");
    setPending(undefined);
  };
  const save = useMutation({
    mutationFn: () => ngrok({ active: stored.active, authtoken, api_key: apiKey, tunnels: [...tunnels] }),
    onSuccess: async ({ changed }) => {
      if (changed) {
        await reload();
        reset();
        notice.success(texts.saved);
      } else notice.info(texts.unchanged);
    },
    onError: (error) => notice.apiError(error),
  });
  const dirty = authtoken !== "" || apiKey !== "" || pending !== undefined;
  return (
    <div className={classes["stack"]}>
      <UnsavedGuard dirty={dirty} />
      <div className={classes["form"]}>
        <PasswordInput
          label={texts.authtoken}
          description={stored.has_authtoken ? texts.has : undefined}
          autoComplete="off"
          value={authtoken}
          onChange={(e) => setAuthtoken(e.currentTarget.value)}
        />
        <PasswordInput
          label={texts.apiKey}
          description={stored.has_api_key ? texts.has : undefined}
          autoComplete="off"
          value={apiKey}
          onChange={(e) => setApiKey(e.currentTarget.value)}
        />
      </div>
      {tunnels.length === 0 ? (
        <EmptyState title={texts.empty} />
      ) : (
        <FactTable
          label={texts.tunnels}
          rows={tunnels.map((tunnel, index) => ({ ...tunnel, index }))}
          rowKey={({ index }) => String(index)}
          columns={columns(setEdited, (index) => setPending(tunnels.filter((_, at) => at !== index)))}
        />
      )}
      <div className={classes["buttons"]}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setEdited(tunnels.length)}
        >
          {texts.add}
        </Button>
      </div>
      <div className={classes["buttons"]}>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          {texts.save}
        </Button>
        <Button variant="default" disabled={!dirty} onClick={reset}>
          {texts.reset}
        </Button>
      </div>
      {edited === undefined ? null : (
        <TunnelDialog
          key={edited}
          tunnel={tunnels[edited]}
          onClose={() => setEdited(undefined)}
          onTake={(tunnel) => setPending(tunnels.toSpliced(edited, 1, tunnel))}
        />
      )}
    </div>
  );
}

type TunnelRow = Tunnel & { index: number };

function columns(
  edit: (index: number) => void,
  remove: (index: number) => void,
): readonly FactColumn<TunnelRow>[] {
  return [
    {
      id: "target",
      header: texts.columns.target,
      mono: true,
      cell: ({ proto, addr }) => `${proto}://${addr}`,
    },
    { id: "domain", header: texts.columns.domain, cell: ({ domain }) => domain },
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
      opened
      onClose={onClose}
      title={tunnel ? texts.edit : texts.add}
      confirmLabel={tunnel ? texts.take : commonTexts.action.add}
      check={() => (ADDRESS.test(addr) ? {} : { addr: texts.addressWrong })}
      onConfirm={async () =>
        onTake({ proto, addr, ...(domain.trim() === "" ? {} : { domain: domain.trim() }) })
      }
    >
      {(refused) => (
        <div className={classes["stack"]}>
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
