import { settings as definitions } from '@pauta/domain/admin/settings/setting.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { FieldErrors } from '../../platform/http/problem.ts';
import type { SettingValues } from '../../resource/engine.ts';
import { checkPatterns } from './check-patterns.ts';

/** The valid settings of a body, and the errors of the others. */
export interface CheckedSettings {
  /** Null resets the key to its default. */
  readonly values: SettingValues;
  readonly errors: FieldErrors;
  /** Keys without a definition. */
  readonly unknown: readonly string[];
}

const rolesOf: Readonly<Record<string, (value: unknown) => readonly string[]>> = {
  second_factor_roles: (value) => value as string[],
  discount_limits: (value) => (value as { role: string }[]).map(({ role }) => role),
};

/** Roles in settings must exist; a setting for an unknown role would apply to no user. */
const missingRoles = async (database: Queryable, names: readonly string[]): Promise<string[]> => {
  const found = await database.query<{ name: string }>(
    sql`SELECT name FROM roles WHERE archived_at IS NULL AND name = ANY(${[...names]}::text[])`,
  );
  const known = new Set(found.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
};

/** Whether PostgreSQL supports the time zone: its list may be older than that of Node. */
const knowsZone = async (database: Queryable, name: unknown): Promise<boolean> =>
  (await database.one(sql`SELECT 1 AS one FROM pg_timezone_names WHERE name = ${String(name)}`)) !==
  undefined;

/** Validates settings by their definitions, and by checks that need the database. */
export const checkSettings = async (database: Queryable, body: SettingValues): Promise<CheckedSettings> => {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  const unknown: string[] = [];
  for (const [key, input] of Object.entries(body)) {
    const definition = Object.hasOwn(definitions, key) ? definitions[key] : undefined;
    if (!definition) {
      unknown.push(key);
      continue;
    }
    const { field } = definition;
    const checked = input === null ? { ok: true as const, value: null } : parseField(field, input);
    if (checked.ok) values[key] = checked.value === null ? null : toWire(field, checked.value);
    else errors[key] = [checked.message];
  }
  for (const [key, namesOf] of Object.entries(rolesOf)) {
    if (!values[key]) continue;
    const missing = await missingRoles(database, namesOf(values[key]));
    if (missing.length > 0) errors[key] = [`No existe el rol ${missing.join(', ')}.`];
  }
  if (values.timezone && !(await knowsZone(database, values.timezone))) {
    errors.timezone = ['La base de datos no conoce esa zona horaria. Elija otra cercana.'];
  }
  Object.assign(errors, await checkPatterns(database, values));
  for (const key of Object.keys(errors)) delete values[key];
  return { values, errors, unknown };
};
