import type { Config } from '../../platform/config.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readSetting } from './store.ts';

/**
 * The address under which people open Pauta: what the operator gave, else the setting; undefined while nobody said it.
 * Never taken from a request: whoever asks could name another host in its `Host` header.
 */
export const publicAddress = async (
  database: Queryable,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<string | undefined> => {
  if (publicUrl !== undefined) return publicUrl;
  const set = await readSetting(database, 'public_url');
  return typeof set === 'string' && set !== '' ? set : undefined;
};
