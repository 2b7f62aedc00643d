/** Rules of the proxy. */

import { CODES } from "@hubwart/contract";
import { Alert } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDate } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type ProxyCertificate, type Rule, useRuleActions, useRules } from "../api/proxy.ts";
import { certificateName } from "../model/certificate.ts";
import { doublePorts, usesTls } from "../model/rule.ts";
import { CertificatesBox } from "./certificates-box.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import classes from "./section.module.css";

const texts = containersTexts.rules;
const NEW = "new";

export function RulesTab() {
  const query = useRules();
  const { remove } = useRuleActions();
  const [edited, setEdited] = useState<Rule | typeof NEW>();
  const [deleted, setDeleted] = useState<{ rule: Rule; etag: string | undefined }>();
  const data = query.data?.data;
  return (
    <div className={layout["stack"]}>
      <InfoBox
        title={containersTexts.tabs.rules}
        flush
        actions={
          <IconButton size="xs" icon={IconPlus} onClick={() => setEdited(NEW)}>
            {texts.add}
          </IconButton>
        }
      >
        <QueryState query={query}>
          {({ data: { rules, active, certificate_end, certificates } }) => (
            <>
              {active ? null : (
                <Alert color="orange" variant="light" m="md">
                  {texts.inactiveProxy}
                </Alert>
              )}
              {rules.length === 0 ? (
                <EmptyState title={texts.empty} text={texts.emptyText} />
              ) : (
                <DataTable
                  label={containersTexts.tabs.rules}
                  name="rules"
                  rows={rules}
                  columns={columns({
                    double: doublePorts(rules),
                    certificates,
                    edit: setEdited,
                    remove: (rule) => setDeleted({ rule, etag: query.data?.etag }),
                  })}
                  rowKey={({ id }) => id}
                />
              )}
              {certificate_end === undefined ? null : (
                <p className={classes["note"]}>
                  {texts.certificate(formatDate(Date.parse(certificate_end)))}
                </p>
              )}
              {edited === undefined ? null : (
                <RuleDialog
                  key={edited === NEW ? NEW : edited.id}
                  opened
                  rule={edited === NEW ? undefined : edited}
                  rules={rules}
                  certificates={certificates}
                  etag={query.data?.etag}
                  onClose={() => setEdited(undefined)}
                />
              )}
            </>
          )}
        </QueryState>
        <ConfirmDialog
          opened={deleted !== undefined}
          onClose={() => setDeleted(undefined)}
          title={texts.delete}
          question={deleted ? texts.deleteQuestion(deleted.rule.name, deleted.rule.id) : ""}
          confirmLabel={commonTexts.action.yes}
          cancelLabel={commonTexts.action.no}
          danger
          onConfirm={() => remove(deleted?.rule.id ?? "", deleted?.etag)}
          messages={{ [CODES.conflict]: texts.overtaken }}
          onDone={() => notice.success(texts.deleted)}
        />
      </InfoBox>
      {data === undefined ? null : <CertificatesBox certificates={data.certificates} rules={data.rules} />}
    </div>
  );
}

interface RowParts {
  double: ReadonlySet<number>;
  certificates: readonly ProxyCertificate[];
  edit: (rule: Rule) => void;
  remove: (rule: Rule) => void;
}

function columns({ double, certificates, edit, remove }: RowParts): readonly DataColumn<Rule>[] {
  const heads = texts.columns;
  return [
    { id: "name", header: heads.name, rowHeader: true, breaks: true, value: ({ name }) => name },
    { id: "active", header: heads.active, value: ({ active }) => (active ? texts.yes : texts.no) },
    {
      id: "port",
      header: heads.port,
      value: ({ port }) => port,
      cell: ({ port }) =>
        double.has(port) ? <StatusBadge tone="error">{`${port} – ${texts.double}`}</StatusBadge> : port,
    },
    {
      id: "protocol",
      header: heads.protocol,
      breaks: true,
      value: (rule) => {
        const own = usesTls(rule) ? certificates.find(({ id }) => id === rule.certificate) : undefined;
        return own === undefined ? rule.protocol : `${rule.protocol} (${certificateName(own)})`;
      },
    },
    {
      id: "target",
      header: heads.target,
      mono: true,
      breaks: true,
      value: ({ target, user_url }) => (target === "user" ? user_url : target),
    },
    {
      id: "state",
      header: heads.state,
      breaks: true,
      value: stateText,
      cell: (rule) => <State rule={rule} />,
    },
    actionColumn(
      heads.actions,
      ({ name }) => name,
      (rule) => [
        { label: texts.edit, icon: IconPencil, run: () => edit(rule) },
        { label: texts.delete, icon: IconTrash, run: () => remove(rule) },
      ],
    ),
  ];
}

const stateText = ({ active, problem, unreachable }: Rule): string =>
  problem ?? unreachable ?? (active ? texts.well : "");

function State({ rule: { active, problem, unreachable } }: { rule: Rule }) {
  if (problem !== undefined) return <StatusBadge tone="error">{problem}</StatusBadge>;
  if (unreachable !== undefined) return <StatusBadge tone="warn">{unreachable}</StatusBadge>;
  return active ? <StatusBadge tone="ok">{texts.well}</StatusBadge> : null;
}
