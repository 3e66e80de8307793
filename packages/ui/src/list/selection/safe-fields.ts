import type { Field, KindName } from '@pauta/domain/kinds/kind.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { May } from '../../data/may.ts';
import type { Column } from '../columns/columns.ts';

const simple: readonly KindName[] = [
  'text',
  'email',
  'phone',
  'url',
  'integer',
  'decimal',
  'percent',
  'money',
  'yesNo',
  'date',
  'choice',
  'reference',
];

/**
 * Whether another field applies only depending on this one. Then changing it alone would leave the record incomplete,
 * unless the other has an initial value.
 */
const decides = (resource: Resource, name: string): boolean =>
  Object.values(resource.fields).some(
    ({ options }) => options.when?.field === name && options.initial === undefined,
  );

const isSafe = (resource: Resource, name: string, field: Field, may: May): boolean =>
  simple.includes(field.kind.name) &&
  name in resource.fields &&
  name !== resource.title &&
  name !== resource.state &&
  field.options.when === undefined &&
  !decides(resource, name) &&
  may.write(field);

/**
 * Columns whose cells may be changed in the list: a simple value that the reader may write and on which nothing
 * else depends. What names the record and its state are not among them; those are changed on purpose.
 */
export const safeFields = (resource: Resource, columns: readonly Column[], may: May): ReadonlySet<string> =>
  new Set(
    resource.operations.includes('update')
      ? columns.filter(({ name, field }) => isSafe(resource, name, field, may)).map(({ name }) => name)
      : [],
  );
