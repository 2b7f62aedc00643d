/** The running jobs in the header: what, how far, and a way to stop them where there is one. */

import { type Job, jobCancel } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { callApi } from "../../../api/client.ts";
import { useMay } from "../../../api/info.ts";
import layout from "../../../components/layout.module.css";
import { notice } from "../../../lib/notice.tsx";
import { jobsTexts } from "../../../texts/index.ts";
import classes from "./jobs-chip.module.css";

export function JobsChip({ jobs }: { jobs: Job[] }) {
  const id = useId();
  const [first] = jobs;
  if (!first) return null;
  return (
    <>
      <button
        type="button"
        className={classes["chip"]}
        popoverTarget={id}
        aria-label={jobsTexts.label(jobs.length)}
        title={jobsTexts.label(jobs.length)}
      >
        <span className={classes["spinner"]} aria-hidden />
        <span className={classes["title"]}>
          {jobs.length === 1 ? first.title : jobsTexts.several(jobs.length)}
        </span>
        {jobs.length === 1 && first.progress ? (
          <span className={classes["far"]}>{farText(first.progress)}</span>
        ) : null}
      </button>
      <section className={classes["panel"]} id={id} popover="auto" aria-label={jobsTexts.title}>
        <h2 className={classes["heading"]}>{jobsTexts.title}</h2>
        <ul className={classes["list"]}>
          {jobs.map((job) => (
            <JobEntry key={job.id} job={job} />
          ))}
        </ul>
      </section>
    </>
  );
}

function JobEntry({ job }: { job: Job }) {
  const cancel = useMutation({
    mutationFn: () => callApi(jobCancel, { query: { id: job.id } }),
    onSuccess: () => notice.success(),
    onError: (error) => notice.apiError(error),
  });
  const { progress } = job;
  const mayStop = [useMay(jobCancel), useMay({ ...jobCancel, needs: job.needs })].every(Boolean);
  return (
    <li className={classes["job"]}>
      <div className={classes["row"]}>
        <span className={classes["name"]}>{job.title}</span>
        {job.cancellable && mayStop ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={cancel.isPending}
            aria-label={jobsTexts.cancelOf(job.title)}
            onClick={() => cancel.mutate()}
          >
            {jobsTexts.cancel}
          </Button>
        ) : null}
      </div>
      <progress
        className={classes["bar"]}
        aria-label={job.title}
        {...(progress && progress.total > 0 ? { value: progress.done, max: progress.total } : {})}
      />
      <span className={layout["muted"]}>
        {stepText(job)}
        {progress && progress.total > 0 ? ` · ${farText(progress)}` : ""}
      </span>
    </li>
  );
}

function stepText(job: Job): string {
  if (job.state === "undoing") return jobsTexts.undoing;
  return job.steps.find(({ state }) => state === "running")?.label ?? "";
}

function farText({ done, total, unit }: NonNullable<Job["progress"]>): string {
  if (total <= 0) return "";
  if (unit === "count") return jobsTexts.counted(done, total);
  return jobsTexts.percent(Math.min(100, Math.floor((done / total) * 100)));
}
