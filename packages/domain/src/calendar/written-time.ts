import { fold } from '../text/fold.ts';
import { locale } from '../text/locale.ts';

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** Minutes since midnight, formatted. @example timeText(870) // '2:30 p. m.' */
export const timeText = (minutes: number): string => clock.format(new Date(minutes * 60_000));

const words: Readonly<Record<string, string>> = { mediodia: '12:00', medianoche: '00:00' };
const written = /^(\d{1,2})(?: ?[:.h] ?(\d{2})?|(\d{2}))? ?(?:h|hs|hrs|horas)?\.? ?(?:([ap])\.? ?m?\.?)?$/;

/**
 * Parses a typed time of day to `HH:MM`; null when it is not one: `15:30`, `1530`, `9`, `9.30`, `3 pm`, `3:30 p. m.`,
 * `mediodía`.
 *
 * @param afternoon a plain 1 to 6 means the afternoon, as for an appointment
 * @example readTime('3pm') // '15:00'
 */
export function readTime(text: string, { afternoon = false } = {}): string | null {
  const plain = fold(text);
  if (words[plain] !== undefined) return words[plain];
  const [, hours, afterSign, joined, half] = written.exec(plain) ?? [];
  if (hours === undefined) return null;
  const [hour, minutes] = [Number(hours), Number(afterSign ?? joined ?? 0)];
  if (minutes > 59 || hour > 23 || (half !== undefined && (hour > 12 || hour === 0))) return null;
  const isLater = half === undefined ? afternoon && /^[1-6]$/.test(hours) : half === 'p' && hour < 12;
  const onClock = isLater ? hour + 12 : half === 'a' && hour === 12 ? 0 : hour;
  return `${String(onClock).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
