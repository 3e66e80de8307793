import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { callLink, callRefusal } from './phone-links.ts';

/** Fields of a record with a telephone to call. */
export const callFields = ({ fields }: Resource): readonly string[] => {
  const named = Object.entries(fields);
  const numbers = named.filter(([, { kind }]) => kind.name === 'phone');
  const lists = named.filter(([, { options }]) => (options as { face?: string }).face === 'phones');
  return numbers.length === 0 ? [] : [...numbers, ...lists].map(([name]) => name);
};

/**
 * The number to call for a record: its first telephone, unless the person asked not to be called.
 *
 * @example callOf(contacts, contact) // 'tel:+18095550101'
 */
export function callOf(resource: Resource, record: Values): string | undefined {
  const own = Object.entries(resource.fields);
  const name = own.find(([field, { kind }]) => kind.name === 'phone' && !isEmpty(record[field]))?.[0];
  if (name === undefined) return undefined;
  const number = record[name];
  // The list of all telephones has more details about this one.
  const rows = own.flatMap(([field, { options }]) =>
    (options as { face?: string }).face === 'phones' ? ((record[field] ?? []) as readonly JsonRow[]) : [],
  );
  const row = rows.find((one) => one.number === number) ?? { number };
  return callRefusal(row) === undefined ? callLink(row) : undefined;
}
