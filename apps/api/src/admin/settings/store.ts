import { settings as definitions } from '@pauta/domain/admin/settings/setting.ts';
import type { JsonSchema } from '@pauta/domain/kinds/kind.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { SettingValues } from '../../resource/engine.ts';

/** The default of a setting. */
export const defaultOf = (key: string): unknown => definitions[key]?.field.options.initial;

/** Every setting: the stored value, or the default of its definition. */
export const readSettings = async (database: Queryable): Promise<SettingValues> => {
  const rows = await database.query<{ key: string; value: unknown }>(sql`SELECT key, value FROM settings`);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    Object.keys(definitions).map((key) => [key, stored.has(key) ? stored.get(key) : defaultOf(key)]),
  );
};

/** One setting: the stored value, or the default of its definition. */
export const readSetting = async (database: Queryable, key: string): Promise<unknown> => {
  const row = await database.one<{ value: unknown }>(sql`SELECT value FROM settings WHERE key = ${key}`);
  return row ? row.value : defaultOf(key);
};

/**
 * The version of the settings: the number of the latest audit log row about them. Writers of settings hold
 * `lockSettings`, so a later change always has a higher number.
 */
export const settingsVersion = async (database: Queryable): Promise<number> => {
  const row = await database.one<{ version: number }>(
    // The addition prevents the planner from scanning the whole log backwards for an entity with few entries.
    sql`SELECT coalesce(max(id + 0), 0) AS version FROM audit_log WHERE entity = 'settings'`,
  );
  return row?.version ?? 0;
};

/** Serializes writes of settings. */
export const lockSettings = async (tx: Transaction): Promise<void> => {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('pauta.settings'))`);
};

/** A change of a setting by another user. */
export interface OtherChange {
  readonly key: string;
  readonly at: string;
  readonly by: string;
}

/** The latest change of each of these keys after the version, with its author. */
export const changedSince = (
  database: Queryable,
  keys: readonly string[],
  version: number,
): Promise<OtherChange[]> =>
  database.query<OtherChange>(sql`
    SELECT DISTINCT ON (l.entity_id) l.entity_id AS key, l.at, coalesce(u.full_name, 'Sistema') AS by
    FROM audit_log l LEFT JOIN users u ON u.id = l.actor_id
    WHERE l.entity = 'settings' AND l.entity_id = ANY(${[...keys]}::text[]) AND l.id > ${version}
    ORDER BY l.entity_id, l.id DESC`);

/** Writes settings; null resets a key to its default. Unchanged values are not logged. */
export const writeSettings = async (tx: Transaction, values: SettingValues): Promise<void> => {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) await tx.query(sql`DELETE FROM settings WHERE key = ${key}`);
    else {
      await tx.query(sql`
        INSERT INTO settings AS s (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE s.value <> excluded.value`);
    }
  }
};

/** The part of the settings that guest pages show. */
export const publicSettings = (values: SettingValues): SettingValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => definitions[key]?.isPublic));

/** One property per setting: the schema of its value, with its label. */
export const settingProperties = (
  change: (schema: JsonSchema) => JsonSchema = (schema) => schema,
): Record<string, object> =>
  Object.fromEntries(
    Object.entries(definitions).map(([key, { field }]) => [
      key,
      { ...change(field.kind.schema(field.options)), description: field.label },
    ]),
  );
