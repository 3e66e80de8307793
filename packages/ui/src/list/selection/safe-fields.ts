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
 * Whether another field applies only for some values of this one. Changing this one alone could then leave the record
 * incomplete, unless the other has an initial value.
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
 * The columns that can be edited in the list: simple values that the user may write and on which no other field
 * depends. The name and the state of a record are excluded, so that they are not changed by mistake.
 */
export const safeFields = (resource: Resource, columns: readonly Column[], may: May): ReadonlySet<string> =>
  new Set(
    resource.operations.includes('update')
      ? columns.filter(({ name, field }) => isSafe(resource, name, field, may)).map(({ name }) => name)
      : [],
  );
