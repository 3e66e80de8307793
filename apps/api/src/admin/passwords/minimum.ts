import type { Queryable } from '../../platform/database/database.ts';
import { readSetting } from '../settings/store.ts';
import { passwordLength } from './policy.ts';

/** The minimum password length set by the company, never less than that of the product. */
export const readPasswordMinimum = async (database: Queryable): Promise<number> => {
  const least = await readSetting(database, 'password_policy.min_length');
  return typeof least === 'number' ? Math.max(passwordLength.min, least) : passwordLength.min;
};
