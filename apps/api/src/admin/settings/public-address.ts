import type { Config } from '../../platform/config.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readSetting } from './store.ts';

/**
 * The public address of Pauta: from the environment, else from the setting; undefined while neither is set. It is never
 * derived from a request, because a caller could send any `Host` header.
 */
export const publicAddress = async (
  database: Queryable,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<string | undefined> => {
  if (publicUrl !== undefined) return publicUrl;
  const set = await readSetting(database, 'public_url');
  return typeof set === 'string' && set !== '' ? set : undefined;
};
