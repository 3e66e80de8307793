import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { readSetting } from '../../admin/settings/store.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** The last day of a quote without one: the days of the setting from today on. */
export const usualEnd = async (database: Queryable): Promise<string> =>
  addDays(companyToday(), Number(await readSetting(database, 'quote_valid_days')));
