import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { holidaysOf, type WorkingCalendar } from '@pauta/domain/calendar/working-time.ts';
import { readSetting } from '../admin/settings/store.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Time zone and holidays of the company, from the current settings. */
export const readWorkingCalendar = async (database: Queryable): Promise<WorkingCalendar> => ({
  timeZone: companyZone,
  holidays: holidaysOf(await readSetting(database, 'holiday_calendar')),
});
