import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { addDays, addWorkingHours, instantOf } from '@pauta/domain/calendar/working-time.ts';
import { readSetting } from '../../admin/settings/store.ts';
import { readWorkingCalendar } from '../../crm/working-calendar.ts';
import type { Queryable } from '../../platform/database/database.ts';

const day = 86_400_000;

const settingOf = async (database: Queryable, name: string): Promise<number> =>
  Number(await readSetting(database, name));

/** When a hold that begins, or is renewed, now ends: ISO 8601. */
export const endOfHold = async (database: Queryable, now: Date): Promise<string> =>
  new Date(now.getTime() + (await settingOf(database, 'hold_days')) * day).toISOString();

/**
 * When a hold that begins to wait now stops waiting: after the days of the setting, at the latest when the first day of its
 * period is over.
 */
export const endOfQueue = async (database: Queryable, now: Date, firstDay: string): Promise<string> => {
  const latest = instantOf(addDays(firstDay, 1), 0, companyZone).getTime();
  const usual = now.getTime() + (await settingOf(database, 'hold_queue_days')) * day;
  return new Date(Math.min(latest, usual)).toISOString();
};

/** Until when a hold that is challenged now can become a sale: the working hours of the setting. */
export const endOfChallenge = async (database: Queryable, now: Date): Promise<Date> =>
  addWorkingHours(
    now,
    await settingOf(database, 'hold_challenge_hours'),
    await readWorkingCalendar(database),
  );
