import { settings as definitions } from '@pauta/domain/admin/setting.ts';
import type { JsonSchema } from '@pauta/domain/kinds/kind.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

/** Values of settings by key. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Every setting, as it was set or else as its definition says. */
export const readSettings = async (database: Queryable): Promise<SettingValues> => {
  const rows = await database.query<{ key: string; value: unknown }>(sql`SELECT key, value FROM settings`);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    Object.entries(definitions).map(([key, { field }]) => [
      key,
      stored.has(key) ? stored.get(key) : field.options.initial,
    ]),
  );
};

/** The part of the settings that guest pages show. */
export const publicSettings = (values: SettingValues): SettingValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => definitions[key]?.isPublic));

/** One property a setting: its value's schema, under the setting's name for people. */
export const settingProperties = (
  change: (schema: JsonSchema) => JsonSchema = (schema) => schema,
): Record<string, object> =>
  Object.fromEntries(
    Object.entries(definitions).map(([key, { field }]) => [
      key,
      { ...change(field.kind.schema(field.options)), description: field.label },
    ]),
  );
