/** Rules of the proxy. */
import { Alert, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDate } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type ProxyCertificate, type Rule, useRuleActions, useRules } from "../api/proxy.ts";
import { certificateName } from "../model/certificate.ts";
import { doublePorts, usesTls } from "../model/rule.ts";
import { actionColumn } from "./action-column.tsx";
import { CertificatesBox, CertificateUpload } from "./certificates-box.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import classes from "./section.module.css";

const texts = containersTexts.rules;
const NEW = "new";

export function RulesTab() {
  const query = useRules();
  const { remove } = useRuleActions();
  const [edited, setEdited] = useState<Rule | typeof NEW>();
  const [deleted, setDeleted] = useState<Rule>();
  return (
    <div className={classes["stack"]}>
      <InfoBox
        title={containersTexts.tabs.rules}
        flush
        actions={
          <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited(NEW)}>
            {texts.add}
          </Button>
        }
      >
        <QueryState query={query}>
          {({ rules, active, certificate_end, certificates }) => (
            <>
              {active ? null : (
                <Alert color="orange" variant="light" m="md">
                  {texts.inactiveProxy}
                </Alert>
              )}
              {rules.length === 0 ? (
                <EmptyState title={texts.empty} text={texts.emptyText} />
              ) : (
                <FactTable
                  label={containersTexts.tabs.rules}
                  rows={rules}
                  columns={columns({
                    double: doublePorts(rules),
                    certificates,
                    edit: setEdited,
                    remove: setDeleted,
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
          question={deleted ? texts.deleteQuestion(deleted.name, deleted.id) : ""}
          confirmLabel={commonTexts.action.yes}
          cancelLabel={commonTexts.action.no}
          danger
          onConfirm={() => remove(deleted?.id ?? "")}
          onDone={() => notice.success(texts.deleted)}
        />
      </InfoBox>
      {query.data === undefined ? null : (
        <>
          <CertificatesBox certificates={query.data.certificates} rules={query.data.rules} />
          <CertificateUpload certificates={query.data.certificates} />
        </>
      )}
    </div>
  );
}

interface RowParts {
  double: ReadonlySet<number>;
  certificates: readonly ProxyCertificate[];
  edit: (rule: Rule) => void;
  remove: (rule: Rule) => void;
}

function columns({ double, certificates, edit, remove }: RowParts): readonly FactColumn<Rule>[] {
  const heads = texts.columns;
  return [
    {
      id: "name",
      header: heads.name,
      cell: ({ name, problem, unreachable }) => (
        <div>
          {name}
          {problem === undefined ? null : (
            <div>
              <StatusBadge tone="error">{problem}</StatusBadge>
            </div>
          )}
          {unreachable === undefined ? null : (
            <div>
              <StatusBadge tone="warn">{unreachable}</StatusBadge>
            </div>
          )}
        </div>
      ),
    },
    { id: "active", header: heads.active, cell: ({ active }) => (active ? texts.yes : texts.no) },
    {
      id: "port",
      header: heads.port,
      cell: ({ port }) =>
        double.has(port) ? <StatusBadge tone="error">{`${port} – ${texts.double}`}</StatusBadge> : port,
    },
    {
      id: "protocol",
      header: heads.protocol,
      cell: (rule) => {
        const own = usesTls(rule) ? certificates.find(({ id }) => id === rule.certificate) : undefined;
        return own === undefined ? rule.protocol : `${rule.protocol} (${certificateName(own)})`;
      },
    },
    {
      id: "target",
      header: heads.target,
      mono: true,
      cell: ({ target, user_url }) => (target === "user" ? user_url : target),
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
