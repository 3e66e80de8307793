/** Time zone of the company: a day of a filter or of a document is a day there. The same as `business_date()`. */
export const businessTimeZone = 'America/Santo_Domingo';

const shown = new Intl.DateTimeFormat('es-DO', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: businessTimeZone,
});

/** An instant as text for a person, on the company's clock. */
export const formatInstant = (instant: string): string => shown.format(new Date(instant));
