import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { NumberOptions } from '@pauta/domain/kinds/number.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { quoted, tableOf, targetOf } from './table.ts';

const letters = (count: number, length: number): string =>
  count
    .toString(26)
    .padStart(length, '0')
    .replace(/./g, (digit) => String.fromCharCode(65 + Number.parseInt(digit, 26)));

/** Values whose form is not told by their kind, by field. */
const special: Readonly<Record<string, (count: number) => unknown>> = {
  client_code: (count) => `PRB-${count}`,
  iso3: (count) => letters(count + 17_000, 3).slice(-3),
  numeric: (count) => String(900 + (count % 100)),
  calling_code: (count) => `+${(count % 900) + 1}`,
  currency_code: () => 'DOP',
  tax_id_type: () => 'OTRO',
  tax_id: (count) => `PRUEBA${count}`,
  origin: () => 'internal',
};

const textOf = (label: string, count: number, { max, upperCase }: TextOptions): string => {
  const text = `${label} ${count}`.slice(-max).trim();
  return upperCase ? text.toLocaleUpperCase('es').replaceAll(' ', '-') : text;
};

const sampleValue = (name: string, field: Field, count: number): unknown => {
  const make = special[name];
  if (make) return make(count);
  switch (field.kind.name) {
    case 'text':
    case 'longText':
    case 'taxId':
      return textOf(field.label, count, field.options as TextOptions);
    case 'email':
      return `prueba-${count}@ejemplo.com`;
    case 'phone':
      return `+1809555${String(count % 10_000).padStart(4, '0')}`;
    case 'url':
      return `https://ejemplo-${count}.com`;
    case 'choice': {
      const { choices } = field.options as ChoiceOptions;
      return choices[count % choices.length]?.value;
    }
    case 'yesNo':
      return field.options.initial ?? false;
    case 'integer':
      return ((field.options as NumberOptions).min ?? 0) + (count % 4);
    case 'decimal':
    case 'percent':
    case 'money':
      return `${count % 50}.5`;
    case 'date':
      return `2026-${String((count % 12) + 1).padStart(2, '0')}-15`;
    case 'tags':
      return [`etiqueta ${count % 3}`];
    default:
      return undefined;
  }
};

const offeredIds = async (database: Queryable, resource: Resource): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(sql`
    SELECT t.id FROM ${raw(quoted(resource.name))} t WHERE ${raw(tableOf(resource).offered)} ORDER BY t.id LIMIT 5`);
  return rows.map(({ id }) => id);
};

/**
 * A body that makes a valid new record: for tests. Every second one leaves out what may be left out, so that lists
 * have empty values.
 *
 * @param count makes the values of one body differ from those of another
 */
export const sampleBody = async (
  database: Queryable,
  resource: Resource,
  count: number,
): Promise<Record<string, unknown>> => {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const { readOnly, required, when, writePermission } = field.options;
    if (readOnly || when || writePermission) continue;
    if (!required && count % 2 === 1) continue;
    const isOne = field.kind.name === 'reference';
    if (isOne || field.kind.name === 'references') {
      const to = targetOf(field);
      // Two people of one record differ.
      if (to === resource || (!required && to.name === 'users')) continue;
      const ids = await offeredIds(database, to);
      body[name] = isOne ? ids[count % ids.length] : ids.slice(0, 2);
      continue;
    }
    const value = sampleValue(name, field, count);
    if (value !== undefined) body[name] = value;
  }
  return body;
};
