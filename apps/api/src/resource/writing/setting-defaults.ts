import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { SettingReader } from '../engine.ts';

/** Initial values of a new record that come from settings, by field. */
export const settingDefaults = async (
  settings: SettingReader,
  database: Queryable,
  fields: Fields,
): Promise<Values> => {
  const defaults: Record<string, unknown> = {};
  for (const [name, { options }] of Object.entries(fields)) {
    if (options.setting?.initial !== undefined)
      defaults[name] = await settings.read(database, options.setting.initial);
  }
  return defaults;
};
