import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { holidaysOf, type WorkingCalendar } from '@pauta/domain/calendar/working-time.ts';
import { readSetting } from '../admin/settings/store.ts';
import type { Queryable } from '../platform/database/database.ts';

/** The clock and the holidays of the company, as the settings say now. */
export const readWorkingCalendar = async (database: Queryable): Promise<WorkingCalendar> => ({
  timeZone: companyZone,
  holidays: holidaysOf(await readSetting(database, 'holiday_calendar')),
});
