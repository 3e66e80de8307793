import type { PlacedLines } from '@pauta/domain/document/document.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { linesOf } from '@pauta/domain/resource/lines.ts';
import { type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import type { Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';

/** A `references` field: rows of a link table instead of a column. */
export interface Link {
  readonly field: string;
  readonly table: string;
  /** Column of the link table that holds the record. */
  readonly owner: string;
  /** Column of the link table that holds what is referred to. */
  readonly target: string;
  readonly to: Resource;
}

/** Where a resource lives in the database. */
export interface ResourceTable {
  readonly resource: Resource;
  readonly name: string;
  /** Fields with a column, in the order of the definition. */
  readonly columns: readonly (readonly [string, Field])[];
  /** Everything a row `t` of the table itself is, with what the database computes of it: `t.*, t."sla" AS "sla"`. */
  readonly row: string;
  readonly links: readonly Link[];
  readonly canArchive: boolean;
  /** Text the search box looks into, as `search_text` of the database makes it; of the row `t`. */
  readonly searchText: string;
  /** Another way for the row `t` to be found by what was typed, besides its search text. */
  readonly alsoFound?: (q: string, actor: Actor) => Sql;
  /** Condition of the row `t` for being offered to new records: neither archived nor switched off. */
  readonly offered: string;
  /** Whoever is signed in may choose among its records, whatever he sees of their lists. */
  readonly isOpen: boolean;
  /** Column of a short code, shown beside the label. */
  readonly code: string | undefined;
  /** Tables of a document's lines, outer ones before those nested in them. */
  readonly lines: readonly LineTable[];
  /** Of a table of lines: what they are in their document. */
  readonly line?: PlacedLines;
}

/** A table of the lines of a document. */
export interface LineTable extends ResourceTable {
  readonly line: PlacedLines;
}

/** An identifier inside SQL text. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** @example singular('client_registrations') // 'client_registration' */
export const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');

const plural = (name: string): string => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`);

export const isReferences = (field: Field): boolean => field.kind.name === 'references';
export const isReference = (field: Field): boolean => field.kind.name === 'reference';

/** The resource a reference or references field points to. */
export const targetOf = (field: Field): Resource => (field.options as ReferenceOptions).to();

const tables = new WeakMap<Resource, ResourceTable>();

const isOneOfStates = ({ state = 'status' }: Resource, states: readonly string[]): string =>
  `t.${quoted(state)} IN (${states.map((one) => `'${one}'`).join(', ')})`;

const describe = (resource: Resource): ResourceTable => {
  const fields = Object.entries(resource.fields);
  const owner = singular(resource.name);
  const canArchive = resource.operations.includes('archive');
  const offered = [
    ...(canArchive ? ['t."archived_at" IS NULL'] : []),
    ...('is_active' in resource.fields ? ['t."is_active"'] : []),
    ...(resource.offeredIn ? [isOneOfStates(resource, resource.offeredIn)] : []),
  ];
  return {
    resource,
    name: resource.name,
    columns: fields.filter(([, field]) => !isReferences(field)),
    row: [
      't.*',
      ...fields
        .filter(([, field]) => field.options.computed)
        // PostgreSQL reads a function of one row like a column of it, as long as `t` is the table and no subquery.
        .map(([name]) => `t.${quoted(name)} AS ${quoted(name)}`),
    ].join(', '),
    links: fields
      .filter(([, field]) => isReferences(field))
      .map(([name, field]) => {
        const one = name.replace(/_ids$/, '');
        return {
          field: name,
          table: `${owner}_${plural(one)}`,
          owner: `${owner}_id`,
          target: `${one}_id`,
          to: targetOf(field),
        };
      }),
    canArchive,
    searchText: 't."search_text"',
    offered: offered.join(' AND ') || 'true',
    isOpen: resource.open,
    code: resource.code,
    lines: linesOf(resource).map((line) => ({ ...tableOf(line.of()), line })),
  };
};

/** What a row `t` of the table is where only these fields are read: as `row`, with fewer columns. */
export const rowWith = (table: ResourceTable, names: readonly string[]): string => {
  const stored = new Set(table.columns.map(([name]) => name));
  const own = names
    .filter((name) => stored.has(name) || name in systemFields)
    .map((name) => `t.${quoted(name)} AS ${quoted(name)}`);
  const { line } = table;
  const place = line ? ['t.position', ...(line.within === undefined ? [] : [`t.${quoted(line.by)}`])] : [];
  return ['t.id', ...place, 't.row_version', ...(table.canArchive ? ['t.archived_at'] : []), ...own].join(
    ', ',
  );
};

/** The table of a resource. */
export const tableOf = (resource: Resource): ResourceTable => {
  let table = tables.get(resource);
  if (!table) {
    table = describe(resource);
    tables.set(resource, table);
  }
  return table;
};

/** A field or a system field by name. */
export const columnField = (resource: Resource, name: string): Field => {
  const field = resource.fields[name] ?? systemFields[name];
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
};
