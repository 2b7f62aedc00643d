/**
 * How often a test repeats what happens at random moments: all of `times` where HUBWART_TEST_LONG is set, otherwise a tenth, since each
 * run has other moments.
 */
export const often = (times: number): number =>
  process.env["HUBWART_TEST_LONG"] ? times : Math.ceil(times / 10);
