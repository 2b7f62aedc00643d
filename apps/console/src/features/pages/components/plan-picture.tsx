/** The picture of a plan, with what stands on it; where it is missing, a way to upload it. */
import { CODES } from "@hubwart/contract";
import type { ReactNode } from "react";
import { errorText } from "../../../lib/error-text.ts";
import { ApiError } from "../../../lib/errors.ts";
import { usePanelMode } from "../../../lib/panel-mode.ts";
import { pagesTexts as texts } from "../../../texts/index.ts";
import { usePlan } from "../api/pages.ts";
import classes from "./plan-picture.module.css";
import { PlanUpload } from "./plan-upload.tsx";

export function Picture({ children, file }: { file: string; children: ReactNode }) {
  const { data, error } = usePlan(file);
  const panel = usePanelMode();
  if (data === undefined)
    return (
      <div className={classes["noPlan"]}>
        {error === null ? null : (
          <>
            <p>
              {error instanceof ApiError && error.code === CODES.notFound
                ? texts.plan.missing(file)
                : errorText(error).text}
            </p>
            {panel ? null : <PlanUpload name={file} />}
          </>
        )}
      </div>
    );
  return (
    <div className={classes["plan"]}>
      <img className={classes["picture"]} src={data} alt={texts.plan.of(file)} draggable={false} />
      {children}
    </div>
  );
}
