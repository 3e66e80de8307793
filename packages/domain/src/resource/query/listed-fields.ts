import type { Field } from '../../kinds/kind.ts';
import { type Resource, systemFields } from '../resource.ts';

/** What stands for every field in the parameter `fields` of a list. */
export const everyField = '*';

/** Fields of the same record without which a value cannot be said: its currency, the country of a tax id. */
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
 * Fields that every row of a list has, whatever was asked for: what names it, its state, whose it is, and from when on
 * it is too late to change it.
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
 * Names of the fields that a list answers when these are asked for, in the order of the definition: besides them what
 * every row has, and what they cannot be said without.
 *
 * @example listedFields(clients, ['credit_limit'])
 * // ['trade_name', 'primary_sales_rep_id', 'additional_sales_rep_id', 'currency_code', 'credit_limit', 'credit_status']
 */
export function listedFields(resource: Resource, names: Iterable<string>): readonly string[] {
  const fields = { ...resource.fields, ...systemFields };
  const listed = new Set<unknown>(alwaysListed(resource));
  for (const name of names) {
    const field = fields[name];
    if (!field) continue;
    listed.add(name);
    for (const other of saidWith(field)) listed.add(other);
  }
  return everyFieldOf(resource).filter((name) => listed.has(name));
}

/** The fields that a list answers when none are asked for: those of its own columns. */
export const usualFields = ({ columns, subtitle }: Resource): readonly string[] => [
  ...columns,
  ...(subtitle === undefined ? [] : [subtitle]),
];

/**
 * Reads the parameter `fields` of a list: names separated by commas, `*` for all of them, nothing for the list's own
 * columns.
 *
 * @returns what a list answers, see `listedFields`; null when a name is of no field
 */
export function parseListedFields(resource: Resource, text: string | undefined): readonly string[] | null {
  if (text === everyField) return everyFieldOf(resource);
  const names = text === undefined || text === '' ? usualFields(resource) : text.split(',');
  const known = new Set([...everyFieldOf(resource), 'id', 'row_version', 'archived_at']);
  return names.every((name) => known.has(name)) ? listedFields(resource, names) : null;
}

/**
 * The parameter `fields` for a list of which these are read; undefined where it answers them anyway. Equal lists have
 * equal text.
 */
export function formatListedFields(resource: Resource, names: Iterable<string>): string | undefined {
  const listed = listedFields(resource, names);
  const usual = new Set(listedFields(resource, usualFields(resource)));
  return listed.every((name) => usual.has(name)) ? undefined : listed.join(',');
}
