const initial = 'America/Santo_Domingo';

/**
 * Time zone of the company (setting `timezone`): a day of a filter or of a document is a day there. The same as
 * `business_time_zone()` in the database.
 */
export let businessTimeZone = initial;

const formatIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('es-DO', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });

let shown = formatIn(initial);

/** Takes the zone over from the settings; what is no zone is left aside. */
export const useTimeZone = ({ timezone }: Readonly<Record<string, unknown>>): void => {
  if (typeof timezone !== 'string' || timezone === businessTimeZone) return;
  try {
    shown = formatIn(timezone);
    businessTimeZone = timezone;
  } catch {
    // Written by another version, or by hand: the zone that is in force stays.
  }
};

/** An instant as text for a person, on the company's clock. */
export const formatInstant = (instant: string): string => shown.format(new Date(instant));
