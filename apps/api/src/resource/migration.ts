import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { NumberOptions } from '@pauta/domain/kinds/number.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import { locationOf } from '@pauta/domain/resource/location-of.ts';
import { sortNames } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { documentSql } from './document-sql.ts';
import { isNullable, sortKeyOf } from './reading/sort-key.ts';
import { isReference, quoted, type ResourceTable, tableOf, targetOf } from './table.ts';

/** Reserved words of PostgreSQL (appendix C of its manual) that are plausible field names. */
const reserved: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and any array as asc both case cast check collate column constraint create default desc ' +
    'distinct do else end except false fetch for foreign from grant group having in initially intersect into ' +
    'lateral leading limit not null offset on only or order placing primary references returning select some table ' +
    'then to trailing true union unique user using variadic when where window with'
  ).split(' '),
);

/** An identifier, quoted only where SQL requires it. */
const named = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : quoted(name);

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`;

const lists: readonly string[] = ['tags', 'choices'];

const defaultOf = ({ kind, options }: Field): string => {
  if (lists.includes(kind.name)) return ` DEFAULT '{}'`;
  const { initial } = options;
  return ['string', 'number', 'boolean'].includes(typeof initial) ? ` DEFAULT ${literal(initial)}` : '';
};

const length = (column: string, { min = 0, max }: Partial<TextOptions>, required: boolean): string => {
  const least = Math.max(min, required ? 1 : 0);
  const size = `char_length(${column})`;
  if (max === undefined) return least > 0 ? `${size} >= ${least}` : '';
  return least > 0 ? `${size} BETWEEN ${least} AND ${max}` : `${size} <= ${max}`;
};

const bounds = (column: string, { min, max }: NumberOptions): string => {
  if (min !== undefined && max !== undefined) return `${column} BETWEEN ${min} AND ${max}`;
  if (min !== undefined) return `${column} >= ${min}`;
  return max === undefined ? '' : `${column} <= ${max}`;
};

/** The CHECK constraint of a column besides its type; empty where there is none. */
const ruleOf = (resource: Resource, name: string, field: Field): string => {
  const column = named(name);
  const { kind, options } = field;
  switch (kind.name) {
    case 'text':
    case 'longText':
    case 'url':
    case 'phone':
      return length(column, options as Partial<TextOptions>, options.required === true);
    case 'email':
      return `${column} = lower(${column}) AND ${length(column, options as Partial<TextOptions>, false)}`;
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return bounds(column, options as NumberOptions);
    case 'choice':
      return `${column} IN (${(options as ChoiceOptions).choices.map(({ value }) => literal(value)).join(', ')})`;
    case 'choices':
      return `${column} <@ ARRAY[${(options as ChoiceOptions).choices.map(({ value }) => literal(value)).join(', ')}]`;
    case 'json':
      return `jsonb_typeof(${column}) = 'array'`;
    case 'dateRange':
      return `NOT isempty(${column})`;
    case 'reference':
      return targetOf(field) === resource ? `${column} <> id` : '';
    default:
      return '';
  }
};

const typeOf = ({ kind, options }: Field): string =>
  kind.column(options) + (kind.name === 'choice' ? ' COLLATE "C"' : '');

const referenceOf = (field: Field): string => {
  const target = isReference(field) ? targetOf(field).name : field.kind.name === 'file' ? 'files' : undefined;
  return target === undefined ? '' : ` REFERENCES ${named(target)} ON DELETE RESTRICT`;
};

/** The definition of a field's column for `CREATE TABLE`. */
export const columnOf = (resource: Resource, name: string, field: Field): string => {
  const rule = ruleOf(resource, name, field);
  const isPresent = !isNullable(field) || lists.includes(field.kind.name);
  const present = isPresent ? ' NOT NULL' : '';
  const more = `${present}${defaultOf(field)}${referenceOf(field)}`;
  return `${named(name)} ${typeOf(field)}${more}${rule && ` CHECK (${rule})`}`;
};

/** Columns of every table whose rows have versions and authors. */
export const systemColumns: readonly string[] = [
  'created_at timestamptz NOT NULL DEFAULT now()',
  'created_by uuid REFERENCES users ON DELETE RESTRICT',
  'updated_at timestamptz NOT NULL DEFAULT now()',
  'updated_by uuid REFERENCES users ON DELETE RESTRICT',
  'row_version integer NOT NULL DEFAULT 1',
];

const isUnique = ({ options }: Field): boolean => (options as Partial<TextOptions>).unique === true;

const createTable = (table: ResourceTable, stored: readonly (readonly [string, Field])[]): string => {
  const { resource, name } = table;
  const columns = [
    'id uuid PRIMARY KEY DEFAULT new_id()',
    ...stored.map(([field, one]) => columnOf(resource, field, one)),
    ...(table.links.length > 0 ? ['links_changed_at timestamptz'] : []),
    ...(table.canArchive ? ['archived_at timestamptz'] : []),
    ...systemColumns,
    ...stored
      .filter(([, field]) => isUnique(field))
      .map(([field]) => `CONSTRAINT ${named(`${name}_${field}_key`)} UNIQUE (${named(field)})`),
  ];
  return `CREATE TABLE ${named(name)} (\n  ${columns.join(',\n  ')}\n);`;
};

/** The expression of a sort key for an index: in brackets where it is not a plain column. */
const indexed = (table: ResourceTable, name: string): string => {
  const expression = sortKeyOf(table, name)
    .expression.replaceAll('t."', '"')
    .replace(/"([^"]+)"/g, (_, column: string) => named(column))
    .replaceAll('COLLATE C', 'COLLATE "C"');
  if (/^"?[a-z_0-9]+"?( COLLATE "C")?$/.test(expression)) return expression.replace(' COLLATE "C"', '');
  return `(${expression})`;
};

const indexes = (table: ResourceTable, stored: readonly (readonly [string, Field])[]): string[] => {
  const { resource, name, canArchive } = table;
  const kept = canArchive ? ['archived_at IS NULL'] : [];
  const index = (suffix: string, of: string, conditions: readonly string[] = []): string =>
    `CREATE INDEX ${named(`${name}_${suffix}`)} ON ${named(name)} ${of}` +
    `${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''};`;
  const usual = indexed(table, resource.order.replace(/^-/, ''));
  const sorts = sortNames(resource);
  const orders = sorts.map((sort) => {
    const isSparse = sortKeyOf(table, sort).isNullable;
    return index(`by_${sort}`, `(${indexed(table, sort)}, id)`, [
      ...kept,
      ...(isSparse ? [`${named(sort)} IS NOT NULL`] : []),
    ]);
  });
  const filters = stored.flatMap(([field, one]): string[] => {
    const column = named(field);
    const isOffered = resource.filters.includes(field);
    const refers = isReference(one) || one.kind.name === 'file';
    if (lists.includes(one.kind.name)) return isOffered ? [index(field, `USING gin (${column})`)] : [];
    if (one.kind.name === 'dateRange') return isOffered ? [index(field, `USING gist (${column})`)] : [];
    // An index per choice value: its rows in the default order of the list.
    if (isOffered && one.kind.family === 'choice') {
      return [index(field, usual === column ? `(${column})` : `(${column}, ${usual}, id)`)];
    }
    if (refers) return [index(field, `(${column})`, isNullable(one) ? [`${column} IS NOT NULL`] : [])];
    return isOffered && !sorts.includes(field) ? [index(field, `(${column})`)] : [];
  });
  const place = locationOf(resource);
  if (place) {
    const { latitude, longitude } = place.field.options;
    filters.push(index(place.name, `(${named(latitude)}, ${named(longitude)})`));
  }
  return [...orders, ...filters];
};

/** What cannot be derived from the definition and has to be written by hand. */
const remarks = ({ resource, name, columns }: ResourceTable): string[] => [
  ...columns
    .filter(([, { options }]) => options.computed)
    .map(
      ([field, { kind, options, label }]) =>
        `-- To write: CREATE FUNCTION ${named(field)}(${named(name)}) RETURNS ${kind.column(options)}, «${label}».`,
    ),
  ...Object.entries(resource.orders).map(
    ([order, { of, type, label }]) =>
      `-- To write, before the indexes: a function of (${of.join(', ')}) that RETURNS ${type}, ` +
      `the order «${label}» (${order}).`,
  ),
  ...(resource.lent === undefined
    ? []
    : [`-- To write: the view ${named(resource.lent)} (record_id, user_id).`]),
];

/**
 * Generates the migration of a new resource from its definition: table, link tables, indexes of every order and filter
 * of the list, search text, audit log; for a document also the tables of its lines. Rules over several columns, and
 * what its remarks name, are written by hand, and the whole is reviewed before it is committed.
 *
 * @example migrationOf(clients) // '-- Clientes.\n\nCREATE TABLE clients (\n id uuid PRIMARY KEY DEFAULT new_id(),\n…'
 */
export const migrationOf = (resource: Resource): string => {
  const table = tableOf(resource);
  const name = named(table.name);
  const stored = table.columns.filter(([, { options }]) => !options.computed);
  const links = table.links.map(
    (link) =>
      `CALL create_link(${[link.table, table.name, link.owner, link.to.name, link.target].map(literal).join(', ')});`,
  );
  const words = resource.search.map((field) => literal(named(field))).join(', ');
  return `${[
    [`-- ${resource.label.many}.`, ...remarks(table)].join('\n'),
    createTable(table, stored),
    indexes(table, stored).join('\n'),
    [
      `CALL make_searchable(${literal(name)}, ${words});`,
      `CALL track(${literal(name)}, unnoticed => '{search_text}');`,
      // After `track`, because this call excludes its new column from the audit log.
      ...(table.canArchive ? [`CALL free_when_withdrawn(${literal(name)});`] : []),
      ...links,
      `CALL restrict_app(${literal(table.name)}, 'SELECT, INSERT, UPDATE');`,
      ...(resource.owners.length > 0
        ? [
            `CALL guard_owners(${[
              literal(name),
              `'{${resource.owners.join(',')}}'`,
              ...(resource.state !== undefined && resource.finished.length > 0
                ? [literal(resource.state), `'{${resource.finished.join(',')}}'`]
                : []),
            ].join(', ')});`,
          ]
        : []),
    ].join('\n'),
    ...(isDocument(resource) ? [documentSql(resource)] : []),
  ].join('\n\n')}\n`;
};
