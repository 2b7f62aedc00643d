/** Name of an uploaded file. A lock says that it is stored with a password. */
import { IconLock } from "@tabler/icons-react";
import { DottedName } from "../../../components/dotted-name.tsx";
import { projectTexts } from "../../../texts/index.ts";
import type { Version } from "../api/versions.ts";
import classes from "./file-name.module.css";

const { encrypted } = projectTexts.current;

export function FileName({ version }: { version: Version }) {
  return (
    <span className={classes["file"]}>
      <DottedName name={version.filename} />
      {version.encrypted ? (
        <span className={classes["lock"]} title={encrypted}>
          <IconLock size={15} aria-hidden />
          <span className="hw-visually-hidden"> ({encrypted})</span>
        </span>
      ) : null}
    </span>
  );
}
