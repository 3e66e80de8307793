import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { addDays, instantOf } from '@pauta/domain/calendar/working-time.ts';

/** When a placement is planned: the time of its break, or its daypart; neither: any time of its day. */
export interface Plan {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM:SS` */
  readonly airs_at: string | null;
  readonly slot_starts: string | null;
  /** Before or like the start: it ends on the next day. */
  readonly slot_ends: string | null;
}

const milliseconds = (time: string): number => Date.parse(`1970-01-01T${time}Z`);
const at = (day: string, time: string): number => instantOf(day, milliseconds(time), companyZone).getTime();

/** First and last instant at which a placement may begin, in milliseconds since 1970. */
export const plannedTime = ({ day, airs_at, slot_starts, slot_ends }: Plan): { from: number; to: number } => {
  if (airs_at !== null) return { from: at(day, airs_at), to: at(day, airs_at) };
  if (slot_starts === null || slot_ends === null)
    return { from: at(day, '00:00:00'), to: at(addDays(day, 1), '00:00:00') - 1 };
  const last = slot_ends <= slot_starts ? addDays(day, 1) : day;
  return { from: at(day, slot_starts), to: at(last, slot_ends) };
};
