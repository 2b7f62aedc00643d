/** Who changed what: search in the address, a page of entries, everything as CSV. */
import { LIMITS } from "@hubwart/contract";
import { NativeSelect } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { DownloadButton } from "../../../components/download-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { Pager } from "../../../components/pager.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { useParsed } from "../../../lib/use-view.ts";
import { auditTexts } from "../../../texts/index.ts";
import { downloadAudit, useAudit } from "../api/audit.ts";
import classes from "../components/audit.module.css";
import { AuditTable } from "../components/audit-table.tsx";
import { AREAS } from "../model/areas.ts";
import { parseAuditSearch } from "../model/audit-search.ts";

const texts = auditTexts;

export function AuditPage() {
  const search = useParsed(parseAuditSearch);
  const navigate = useNavigate({ from: "/system/audit" });
  const audit = useAudit(search);
  const page = search.page ?? 1;
  const before = (page - 1) * LIMITS.auditPage;
  /** Another search begins at its first page. */
  const go = (change: { filter?: string; area?: string; page?: number }): void =>
    void navigate({ search: parseAuditSearch({ ...search, page: 1, ...change }), replace: true });
  return (
    <PageFrame
      title={texts.title}
      actions={<DownloadButton start={() => downloadAudit(search)}>{texts.download}</DownloadButton>}
    >
      <InfoBox title={texts.entries} flush>
        <p className={classes["text"]}>{texts.text}</p>
        <search className={classes["search"]}>
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            text={search.filter ?? ""}
            change={(filter) => go({ filter })}
          />
          <NativeSelect
            label={texts.area}
            value={search.area ?? ""}
            onChange={({ currentTarget: { value } }) => go({ area: value })}
            data={[
              { value: "", label: texts.allAreas },
              ...AREAS.map((value) => ({ value, label: texts.areas[value] })),
            ]}
          />
        </search>
        <QueryState
          query={audit}
          empty={({ total }) => total === 0}
          emptyState={{ title: texts.none, text: search.filter || search.area ? texts.noneText : undefined }}
        >
          {({ entries, total }) => (
            <>
              <AuditTable entries={entries} />
              <Pager
                label={texts.pager.label}
                page={page}
                pages={Math.max(1, Math.ceil(total / LIMITS.auditPage))}
                rows={texts.pager.rows(entries.length === 0 ? 0 : before + 1, before + entries.length, total)}
                onTurn={(to) => go({ page: to })}
              />
            </>
          )}
        </QueryState>
      </InfoBox>
    </PageFrame>
  );
}
