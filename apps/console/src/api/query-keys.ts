/**
 * Keys of the queries that more than one area reads or that the event stream feeds. Keys of a single area stay
 * in its `api/` files and begin with the area's name, so that `invalidateQueries({ queryKey: ["area"] })` reaches all.
 */
export const queryKeys = {
  info: ["info"],
  containers: ["containers"],
  pods: ["pods"],
  project: ["project"],
  jobs: ["jobs"],
  alarms: ["alarms"],
  /** With what the project says of rosters; not with each alarm. */
  alarmPeople: ["project", "alarmPeople"],
  /** Not asked for: the stream tells it. */
  alarmHead: ["alarmHead"],
  stars: ["stars"],
  /** Forms that were not saved yet. */
  unsaved: ["unsaved"],
  why: ["why"],
} as const;

/** What is asked anew when another project applies. What an area derives from the project begins with `project`. */
export const projectKeys = [queryKeys.project, queryKeys.pods, queryKeys.info];
