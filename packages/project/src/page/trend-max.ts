/** Channels of one trend. */
export const TREND_MAX = 6;
