/** The choice of a file: by the browser's own dialog, or by dropping one anywhere on the field. */
import { ActionIcon } from "@mantine/core";
import { IconAlertCircle, IconFile, IconUpload, IconX } from "@tabler/icons-react";
import { type RefObject, useId } from "react";
import { announce } from "../lib/announce.ts";
import { formatFileSize } from "../lib/format.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./file-field.module.css";
import layout from "./layout.module.css";
import { useFileDrop } from "./use-file-drop.ts";

export interface FileFieldTexts {
  choose: string;
  drop: string;
  dropNow: string;
  remove: string;
  onlyFirst: string;
}

export interface FileFieldProps {
  file: File | undefined;
  error: string | undefined;
  onChange: (file: File | undefined) => void;
  input: RefObject<HTMLInputElement | null>;
  /** Endings, as in the attribute `accept`. */
  accept: string;
  /** Which files, and how large they may be. */
  hint: string;
  texts: FileFieldTexts;
  /** Of the chosen file. */
  icon?: typeof IconFile;
}

export function FileField(props: FileFieldProps) {
  const { file, error, onChange, input, accept, hint, texts, icon: Icon = IconFile } = props;
  const id = useId();
  const take = (chosen: File): void => {
    onChange(chosen);
    announce(commonTexts.file.chosen);
  };
  const { over, handlers } = useFileDrop(take, texts.onlyFirst);
  return (
    <div>
      <div className={classes["field"]} data-over={over} data-error={error !== undefined} {...handlers}>
        <label className={classes["target"]}>
          <input
            ref={input}
            className="hw-visually-hidden"
            type="file"
            accept={accept}
            aria-label={texts.choose}
            aria-describedby={`${id}-name ${id}-hint ${id}-error`}
            aria-invalid={error !== undefined}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.files?.[0];
              // The same file, changed meanwhile, must be a change again.
              currentTarget.value = "";
              if (chosen) take(chosen);
            }}
          />
          {file ? (
            <Icon size={30} stroke={1.5} aria-hidden />
          ) : (
            <IconUpload size={30} stroke={1.5} aria-hidden />
          )}
          {file ? (
            <span className={classes["name"]} id={`${id}-name`}>
              {file.name}
              <span className={classes["size"]}>{formatFileSize(file.size)}</span>
            </span>
          ) : (
            <span className={classes["prompt"]}>
              {over ? (
                texts.dropNow
              ) : (
                <>
                  <span className={classes["choose"]}>{texts.choose}</span> {texts.drop}
                </>
              )}
            </span>
          )}
          <span className={layout["muted"]} id={`${id}-hint`}>
            {hint}
          </span>
        </label>
        {file ? (
          <ActionIcon
            className={classes["remove"] ?? ""}
            variant="subtle"
            color="gray"
            aria-label={texts.remove}
            title={texts.remove}
            onClick={() => {
              onChange(undefined);
              input.current?.focus();
            }}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
      <p className={classes["error"]} id={`${id}-error`} role="alert">
        {error === undefined ? null : (
          <>
            <IconAlertCircle size={16} aria-hidden /> {error}
          </>
        )}
      </p>
    </div>
  );
}
