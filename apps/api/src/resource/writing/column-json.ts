import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import { type Field, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { ResourceTable } from '../table.ts';

/** A value as the JSON that `jsonb_populate_record` turns into the value of its column. */
const toJson = (field: Field, value: unknown): unknown => {
  switch (field.kind.name) {
    case 'tags':
    case 'choices':
      return isEmpty(value) ? [] : value;
    case 'reference':
    case 'file':
      return (value as { id: string } | null | undefined)?.id ?? null;
    case 'dateRange':
      return isEmpty(value) ? null : rangeToSql(value as DateRange);
    default:
      return isEmpty(value) ? null : value;
  }
};

/** The columns of a record that these values fill. */
export const columnJson = (table: ResourceTable, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    table.columns
      .filter(([name]) => name in values)
      .map(([name, field]) => [name, toJson(field, values[name])]),
  );
