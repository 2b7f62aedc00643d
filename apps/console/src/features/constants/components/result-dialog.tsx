/** What activating came to: code and count of the errors, and whether the hub restarts. */
import { Alert, Button, Modal } from "@mantine/core";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { constantsTexts } from "../../../texts/index.ts";
import type { Compiled } from "../api/constants.ts";
import classes from "./constants.module.css";

const texts = constantsTexts.result;
type Fault = Compiled["errors"][number];

const COLUMNS: readonly DataColumn<Fault>[] = [
  {
    id: "channel",
    header: texts.columns.channel,
    value: ({ Channel }) => Channel,
    rowHeader: true,
    breaks: true,
  },
  { id: "text", header: texts.columns.text, value: ({ ErrText }) => ErrText, breaks: true },
  { id: "hint", header: texts.columns.hint, value: ({ Hint }) => Hint, breaks: true },
];

export function ResultDialog({ result, onClose }: { result: Compiled | undefined; onClose: () => void }) {
  return (
    <Modal opened={result !== undefined} onClose={onClose} title={texts.title} size="lg">
      {result === undefined ? null : (
        <div className={layout["stackTight"]}>
          {result.code > 0 ? (
            <Faults result={result} />
          ) : (
            <p className={classes["note"]}>{result.restart ? texts.done : texts.same}</p>
          )}
          {result.restart ? (
            <Alert color="yellow" variant="light">
              {texts.restart}
            </Alert>
          ) : null}
          <div className={classes["rowActions"]}>
            <Button onClick={onClose}>{texts.close}</Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

function Faults({ result: { code, errors, message } }: { result: Compiled }) {
  return (
    <>
      <Alert color="red" variant="light" role="alert">
        {message}
        <InfoList
          items={[
            { label: texts.code, value: String(code) },
            { label: texts.errors, value: String(errors.length) },
          ]}
        />
      </Alert>
      {errors.length === 0 ? null : (
        <DataTable
          label={texts.errors}
          rows={errors}
          columns={COLUMNS}
          rowKey={({ Channel, ErrCode }) => `${Channel} ${ErrCode}`}
        />
      )}
    </>
  );
}
