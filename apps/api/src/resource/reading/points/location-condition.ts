import { readArea } from '@pauta/domain/geo/area.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { LocationOptions } from '@pauta/domain/kinds/location.ts';
import { locationOf } from '@pauta/domain/resource/location-of.ts';
import type { Filter } from '@pauta/domain/resource/query/filter.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { AnyActor } from '../../../platform/access.ts';
import { allOf, anyOf } from '../../statement.ts';
import { quoted, type ResourceTable, tableOf } from '../../table.ts';
import { rowVisibility } from '../row-scope.ts';

const degrees = (alias: string, { latitude, longitude }: LocationOptions): readonly [Sql, Sql] => [
  raw(`${alias}.${quoted(latitude)}`),
  raw(`${alias}.${quoted(longitude)}`),
];

/** The row `t` is in an area. Its centre is a record only if the reader may see that. */
const areaCondition = (
  table: ResourceTable,
  options: LocationOptions,
  text: string,
  reader: AnyActor,
): Sql => {
  const area = readArea(text);
  if (!area) return raw('false');
  const { km, center } = area;
  if (!('source' in center)) {
    const place = sql`${center.latitude}::double precision, ${center.longitude}::double precision`;
    return sql`is_within(${join(degrees('t', options))}, ${place}, ${km}::double precision)`;
  }
  const source = options.centers?.[center.source];
  const target = source?.of();
  const place = target && locationOf(target);
  if (!source || !target || !place) return raw('false');
  const chosen =
    source.by === undefined
      ? sql`c.id = ${center.value}::uuid`
      : sql`fold(c.${raw(quoted(source.by))}) = fold(${center.value})${raw(tableOf(target).canArchive ? ' AND c.archived_at IS NULL' : '')}`;
  const around = degrees('c', place.field.options).map((column) => sql`${column}::double precision`);
  return sql`t.id IN (SELECT n.id FROM ${raw(quoted(target.name))} c JOIN ${raw(quoted(table.name))} n
    ON is_within(${join([...degrees('n', options), ...around])}, ${km}::double precision)
    WHERE ${allOf([chosen, rowVisibility(target, reader, 'c')])})`;
};

/** SQL condition on the row `t` of a filter by places. */
export const locationCondition = (
  table: ResourceTable,
  filter: Filter,
  field: Field,
  reader: AnyActor,
): Sql => {
  const options = field.options as LocationOptions;
  const isPlaced = join(
    degrees('t', options).map((column) => sql`${column} IS NOT NULL`),
    ' AND ',
  );
  switch (filter.operator) {
    case 'in':
    case 'notIn': {
      const isInside = anyOf(filter.values.map((text) => areaCondition(table, options, text, reader)));
      return filter.operator === 'in' ? isInside : sql`(${isInside}) IS NOT TRUE`;
    }
    case 'present':
      return sql`(${isPlaced})`;
    default:
      return sql`NOT (${isPlaced})`;
  }
};
