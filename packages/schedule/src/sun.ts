/**
 * Sunrise and sunset of a day at a place, after Meeus, Astronomical Algorithms, chapters 25 (low accuracy) and 15: the upper limb at the
 * horizon of the sea, refraction 34′, radius 16′. Up to 55° of latitude
 * within two minutes of python3-astral (reference.integration.test.ts).
 */
import { DAY } from "./days.ts";
import type { Place } from "./plan.ts";

const RAD = Math.PI / 180;
const sin = (degrees: number): number => Math.sin(degrees * RAD);
const cos = (degrees: number): number => Math.cos(degrees * RAD);
/** Of the centre of the sun when its upper limb is seen at the horizon, degrees. */
const ALTITUDE = -50 / 60;
/** J2000.0, ms since the epoch. */
const J2000 = Date.UTC(2000, 0, 1, 12);

export interface SunTimes {
  /** ms since the epoch; undefined where the sun does not cross the horizon on that day. */
  rise: number | undefined;
  set: number | undefined;
}

/** @param day number of the day, counted by the mean solar time of the place */
export function sunTimes(day: number, place: Place): SunTimes {
  // East of Greenwich the sun is earlier.
  const noon = day * DAY + DAY / 2 - (place.longitude / 360) * DAY;
  return { rise: crossing(noon, place, -1), set: crossing(noon, place, 1) };
}

/** The sun moves meanwhile: its place is taken anew at the time found, until that stands. */
function crossing(noon: number, place: Place, side: -1 | 1): number | undefined {
  let instant = noon;
  for (let round = 0; round < 5; round += 1) {
    const { declination, equation } = sunAt(instant);
    const angle = hourAngle(place.latitude, declination);
    if (angle === undefined) return undefined;
    instant = noon - equation + side * (angle / 360) * DAY;
  }
  return Math.round(instant);
}

/** Of the horizon, degrees; undefined in polar day and night. */
function hourAngle(latitude: number, declination: number): number | undefined {
  const cosine = (sin(ALTITUDE) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination));
  return Math.abs(cosine) > 1 ? undefined : Math.acos(cosine) / RAD;
}

/** Declination in degrees; equation of time (apparent less mean) in ms. */
function sunAt(instant: number): { declination: number; equation: number } {
  const t = (instant - J2000) / (36_525 * DAY);
  const mean = 280.46646 + t * (36_000.76983 + t * 0.0003032);
  const anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537);
  const centre =
    (1.914602 - t * (0.004817 + t * 0.000014)) * sin(anomaly) +
    (0.019993 - t * 0.000101) * sin(2 * anomaly) +
    0.000289 * sin(3 * anomaly);
  const node = 125.04 - 1_934.136 * t;
  const longitude = mean + centre - 0.00569 - 0.00478 * sin(node);
  const obliquity = 23.4392911 - t * (0.0130042 + t * 1.64e-7) + 0.00256 * cos(node);
  const declination = Math.asin(sin(obliquity) * sin(longitude)) / RAD;
  const ascension = Math.atan2(cos(obliquity) * sin(longitude), cos(longitude)) / RAD;
  // Meeus (28.1): of the mean longitude and the right ascension, between −180 and 180 degrees.
  const difference = (((mean - 0.0057183 - ascension) % 360) + 540) % 360;
  return { declination, equation: ((difference - 180) / 360) * DAY };
}
