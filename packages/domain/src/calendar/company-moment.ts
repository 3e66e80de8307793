import { companyZone } from './company-clock.ts';
import { instantOf, timeOf } from './working-time.ts';

const minute = 60_000;

/** Minutes since the company's midnight, at an instant. */
export const companyMinutes = (instant: string): number =>
  Math.floor(timeOf(new Date(instant), companyZone) / minute);

/** The instant at which the company's clock shows these minutes since midnight of a day. */
export const companyInstant = (day: string, minutes: number): string =>
  instantOf(day, minutes * minute, companyZone).toISOString();
