/** "Aus der ETS importieren": a file in, a workbook out, and what is to be looked at in it. */
import { CODES } from "@hubwart/contract";
import { Modal } from "@mantine/core";
import { IconDownload, IconHomeBolt } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { FileField } from "../../../components/file-field.tsx";
import { FilePasswordField } from "../../../components/file-password-field.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { type EtsImport as Imported, importEts, saveWorkbook } from "../api/import-ets.ts";
import classes from "./ets-import.module.css";

const texts = projectTexts.ets;
const PASSWORD = "pwd";

export function EtsImport() {
  const [asking, setAsking] = useState(false);
  const [imported, setImported] = useState<Imported>();
  return (
    <>
      <IconButton variant="default" icon={IconHomeBolt} onClick={() => setAsking(true)}>
        {texts.button}
      </IconButton>
      <Ask opened={asking} onClose={() => setAsking(false)} onDone={setImported} />
      <Modal
        opened={imported !== undefined}
        onClose={() => setImported(undefined)}
        title={texts.doneTitle}
        size="lg"
      >
        {imported ? <Result imported={imported} /> : null}
      </Modal>
    </>
  );
}

interface AskProps {
  opened: boolean;
  onClose: () => void;
  onDone: (imported: Imported) => void;
}

function Ask({ opened, onClose, onDone }: AskProps) {
  const [file, setFile] = useState<File>();
  const [pwd, setPwd] = useState("");
  const input = useRef<HTMLInputElement>(null);
  function close(): void {
    onClose();
    setFile(undefined);
    setPwd("");
  }
  return (
    <ActionDialog
      opened={opened}
      onClose={close}
      title={texts.title}
      confirmLabel={texts.submit}
      canConfirm={file !== undefined}
      onConfirm={() => (file ? importEts(file, pwd) : Promise.reject(new Error("no file is chosen")))}
      onDone={onDone}
      messages={{ [CODES.wrongFilePassword]: { field: PASSWORD, text: texts.wrong } }}
    >
      {({ [PASSWORD]: error }) => (
        <div className={classes["content"]}>
          <p>{texts.intro}</p>
          <FileField
            file={file}
            error={undefined}
            onChange={setFile}
            input={input}
            accept=".knxproj,.xml,.csv"
            hint={texts.hint}
            texts={texts.file}
            icon={IconHomeBolt}
          />
          <FilePasswordField
            label={texts.password}
            description={texts.passwordText}
            name="ets-password"
            error={error}
            value={pwd}
            onChange={setPwd}
          />
        </div>
      )}
    </ActionDialog>
  );
}

function Result({ imported }: { imported: Imported }) {
  const { channels, noted, notes } = imported;
  return (
    <div className={classes["content"]}>
      <p>{texts.done(channels)}</p>
      <p>{texts.next}</p>
      {noted > 0 ? (
        <section aria-label={texts.notes}>
          <h3 className={classes["head"]}>{texts.notes}</h3>
          <ul className={classes["notes"]}>
            {notes.map(({ about, text }) => (
              <li key={`${about} ${text}`}>
                <strong>{about}</strong>: {text}
              </li>
            ))}
          </ul>
          {noted > notes.length ? <p>{texts.more(noted - notes.length)}</p> : null}
        </section>
      ) : null}
      <div>
        <IconButton data-autofocus icon={IconDownload} onClick={() => saveWorkbook(imported)}>
          {texts.save}
        </IconButton>
      </div>
    </div>
  );
}
