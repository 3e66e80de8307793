import type { Beginning } from '../resource/beginning.ts';

/** The initial value of a country field is the country of the company. */
export const homeCountryBegins: Beginning = { from: 'setting', setting: 'company_country' };
