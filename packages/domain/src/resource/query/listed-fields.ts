import type { Field } from '../../kinds/kind.ts';
import { type Resource, systemFields } from '../resource.ts';

/** Stands for all fields in the parameter `fields` of a list. */
export const everyField = '*';

/** Fields of the same record that are needed to display a value: its currency, the country of a tax id. */
const saidWith = ({ options }: Field): readonly unknown[] => {
  const {
    currency,
    country,
    type,
    expiry,
    besides = [],
  } = options as Readonly<Record<string, unknown>> & {
    readonly besides?: readonly string[];
  };
  return [currency, country, type, expiry, ...besides];
};

/**
 * Fields that every row of a list has: its name, its state, its owners, and the moments that its time limits count
 * from.
 */
const alwaysListed = (resource: Resource): readonly (string | undefined)[] => [
  resource.title,
  resource.state,
  ...resource.owners,
  resource.changesWithin?.since,
  ...Object.values(resource.commands).map(({ within }) => within?.since),
];

/** Names of all fields that a record of the resource has, in the order of the definition. */
export const everyFieldOf = (resource: Resource): readonly string[] =>
  Object.keys({ ...resource.fields, ...systemFields });

/**
 * Names of the fields that a list answers for these requested ones, in the order of the definition: also those of every
 * row, and those needed to display the requested ones.
 *
 * @example listedFields(clients, ['credit_limit'])
 * // ['trade_name', 'primary_sales_rep_id', 'additional_sales_rep_id', 'currency_code', 'credit_limit',
 * 'credit_status']
 */
export function listedFields(resource: Resource, names: Iterable<string>): readonly string[] {
  const fields = { ...resource.fields, ...systemFields };
  const listed = new Set<unknown>(alwaysListed(resource));
  for (const name of names) {
    const field = fields[name];
    if (!field) continue;
    listed.add(name);
    for (const other of saidWith(field)) listed.add(other);
    // Who may see the value depends on the records that the row is part of.
    if (field.options.seenBy) for (const other of resource.partOf) listed.add(other);
  }
  return everyFieldOf(resource).filter((name) => listed.has(name));
}

/** The fields that a list answers by default: those of its own columns. */
export const usualFields = ({ columns, subtitle }: Resource): readonly string[] => [
  ...columns,
  ...(subtitle === undefined ? [] : [subtitle]),
];

/**
 * Parses the parameter `fields` of a list: names separated by commas, `*` for all fields, nothing for the list's own
 * columns.
 *
 * @returns the fields of the answer, see `listedFields`; null when a name is unknown
 */
export function parseListedFields(resource: Resource, text: string | undefined): readonly string[] | null {
  if (text === everyField) return everyFieldOf(resource);
  const names = text === undefined || text === '' ? usualFields(resource) : text.split(',');
  const known = new Set([...everyFieldOf(resource), 'id', 'row_version', 'archived_at']);
  return names.every((name) => known.has(name)) ? listedFields(resource, names) : null;
}

/**
 * The parameter `fields` for a list with these fields; undefined where the default already has them. Equal lists have
 * equal text.
 */
export function formatListedFields(resource: Resource, names: Iterable<string>): string | undefined {
  const listed = listedFields(resource, names);
  const usual = new Set(listedFields(resource, usualFields(resource)));
  return listed.every((name) => usual.has(name)) ? undefined : listed.join(',');
}
