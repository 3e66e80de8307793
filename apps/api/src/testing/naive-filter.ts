import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { readArea } from '@pauta/domain/geo/area.ts';
import { distanceKm, readPoint } from '@pauta/domain/geo/point.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { MoneyOptions } from '@pauta/domain/kinds/number.ts';
import { phoneWanted } from '@pauta/domain/phone/written-phone.ts';
import type { Condition } from '@pauta/domain/resource/query/condition.ts';
import type { Filter } from '@pauta/domain/resource/query/filter.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';

/** Texts of a value of a returned record in the form that filters compare; empty if the field is empty. */
export const plainValues = (field: Field, value: unknown, record: AnyRecord): string[] => {
  if (value === null || value === undefined) return [];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.map((one) => {
    if (typeof one === 'object' && one !== null && 'id' in one) return String(one.id);
    // The area that a filter around the place of the record names.
    if (field.kind.name === 'location') return `500km@${String(one).replace(', ', ';')}`;
    if (field.kind.name === 'money') return `${record[(field.options as MoneyOptions).currency]}${one}`;
    return field.kind.name === 'dateTime' ? companyDay(String(one)) : String(one);
  });
};

const compared = (field: Field, text: string): number | string =>
  field.kind.align === 'end' ? Number(text.replace(/^[A-Z]{3}/, '')) : text;

const overlaps = (
  value: { from: string | null; to: string | null },
  { from, to, open }: Extract<Filter, { operator: 'between' }>,
): boolean => {
  if (from !== null && to !== null && from > to) return false;
  const starts = value.from === null || to === null || (open ? value.from < to : value.from <= to);
  const ends = value.to === null || from === null || (open ? value.to > from : value.to >= from);
  return starts && ends;
};

/** Whether a place is in an area whose centre is a place too. */
const isInside = (place: unknown, area: string): boolean => {
  const [point, around] = [readPoint(String(place)), readArea(area)];
  return (
    point !== null &&
    around !== null &&
    'latitude' in around.center &&
    distanceKm(point, around.center) <= Number(around.km)
  );
};

const matchesFilter = (resource: Resource, filter: Filter, record: AnyRecord): boolean => {
  const field = fieldOf(resource, filter.field);
  const value = record[filter.field];
  const plain = plainValues(field, value, record);
  const [first] = plain;
  if (field.kind.name === 'location' && 'values' in filter)
    return filter.values.some((area) => isInside(value, area)) === (filter.operator === 'in');
  switch (filter.operator) {
    case 'empty':
      return first === undefined;
    case 'present':
      return first !== undefined;
    case 'in':
      return plain.some((one) => filter.values.includes(one));
    case 'notIn':
      return !plain.some((one) => filter.values.includes(one));
    case 'between': {
      if (first === undefined) return false;
      if (field.kind.name === 'dateRange') return overlaps(value as never, filter);
      if (field.kind.name === 'money' && first.slice(0, 3) !== (filter.from ?? filter.to)?.slice(0, 3))
        return false;
      const own = compared(field, first);
      const [from, to] = [filter.from, filter.to].map((end) => (end === null ? null : compared(field, end)));
      if (from != null && (filter.open ? own <= from : own < from)) return false;
      return to == null || (filter.open ? own < to : own <= to);
    }
    default: {
      if (first === undefined) return false;
      const own = fold(first);
      const stored = {
        taxId: () => filter.value.replace(/[\s.\-/]/g, ''),
        phone: () => phoneWanted(filter.value, filter.operator !== 'contains'),
      };
      const wanted = fold(
        (stored as Partial<Record<string, () => string>>)[field.kind.name]?.() ?? filter.value,
      );
      if (filter.operator === 'is') return own === wanted;
      return filter.operator === 'starts' ? own.startsWith(wanted) : own.includes(wanted);
    }
  }
};

/** Whether the record meets the condition, evaluated in memory, for comparison with the database. */
export const matches = (resource: Resource, condition: Condition, record: AnyRecord): boolean => {
  if ('field' in condition) return matchesFilter(resource, condition, record);
  if ('not' in condition) return !matches(resource, condition.not, record);
  return 'all' in condition
    ? condition.all.every((one) => matches(resource, one, record))
    : condition.any.some((one) => matches(resource, one, record));
};
