import { locale } from '../text/locale.ts';

const initial = 'America/Santo_Domingo';

/**
 * Time zone of the company (setting `timezone`): days and times on screens, of filters and of documents are those of
 * its clock, wherever the reader is. The same as `business_time_zone()` in the database.
 */
export let companyZone = initial;

/** Sets the company's time zone from the settings; an invalid zone is ignored. */
export const setCompanyZone = (zone: unknown): void => {
  if (typeof zone !== 'string' || zone === companyZone) return;
  try {
    new Intl.DateTimeFormat(locale, { timeZone: zone });
    companyZone = zone;
  } catch {
    // An invalid stored value, written by hand or by another version: the current zone stays.
  }
};

/**
 * A formatter for instants in the company's time zone.
 *
 * @example companyTimeFormat({ hour: 'numeric', minute: '2-digit' })('2026-03-09T18:30:00Z') // '2:30 p. m.'
 */
export const companyTimeFormat = (
  options: Intl.DateTimeFormatOptions,
  language: string = locale,
): ((instant: string | number | Date) => string) => {
  let format: Intl.DateTimeFormat | undefined;
  let madeFor = '';
  return (instant) => {
    if (!format || madeFor !== companyZone) {
      madeFor = companyZone;
      format = new Intl.DateTimeFormat(language, { ...options, timeZone: companyZone });
    }
    return format.format(new Date(instant));
  };
};

/** An instant as text for a person: `09/03/2026, 2:30 p. m.` */
export const formatInstant = companyTimeFormat({
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The company's day at an instant, `YYYY-MM-DD`. */
export const companyDay = companyTimeFormat({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE');

/** Today's date in the company's time zone. */
export const companyToday = (): string => companyDay(Date.now());
