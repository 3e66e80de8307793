import type { Beginning } from '../resource/beginning.ts';

/** A country field of a new record begins with the country of the company. */
export const homeCountryBegins: Beginning = { from: 'setting', setting: 'company_country' };
