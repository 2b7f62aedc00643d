/** File of a plan. */
export const PLAN_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,95}\.(svg|png|jpg)$/;
