import { companyZone } from './company-clock.ts';
import { instantOf, timeOf } from './working-time.ts';

const minute = 60_000;

/** Minutes since midnight in the company's time zone, at an instant. */
export const companyMinutes = (instant: string): number =>
  Math.floor(timeOf(new Date(instant), companyZone) / minute);

/** The instant with these minutes since midnight of a day, in the company's time zone. */
export const companyInstant = (day: string, minutes: number): string =>
  instantOf(day, minutes * minute, companyZone).toISOString();
