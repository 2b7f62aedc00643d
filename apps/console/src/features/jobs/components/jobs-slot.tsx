/** Place of the running jobs in the header. What shows them is loaded when there is one for the first time. */
import type { Job } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { queryKeys } from "../../../api/query-keys.ts";

const JobsChip = lazy(() => import("./jobs-chip.tsx").then(({ JobsChip }) => ({ default: JobsChip })));

export function JobsSlot() {
  // Filled by the event stream, which begins with the whole state; nothing is asked for here.
  const { data } = useQuery<{ jobs: Job[] }>({ queryKey: queryKeys.jobs, enabled: false });
  const jobs = data?.jobs;
  const running = jobs?.filter(({ ended }) => ended === 0) ?? [];
  const covers = jobs?.some((job) => job.covers !== null) === true;
  useEffect(() => {
    if (!jobs || !covers) return;
    void import("../model/job-cover.ts").then(({ coverFor }) => coverFor(jobs));
  }, [jobs, covers]);
  if (running.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <JobsChip jobs={running} />
    </Suspense>
  );
}
