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
  /** Column of the link table that holds the record's id. */
  readonly owner: string;
  /** Column of the link table that holds the referenced id. */
  readonly target: string;
  readonly to: Resource;
}

/** How a resource is stored in the database. */
export interface ResourceTable {
  readonly resource: Resource;
  readonly name: string;
  /** Fields with a column, in the order of the definition. */
  readonly columns: readonly (readonly [string, Field])[];
  /** Selected columns of a row `t`, including those the database computes: `t.*, t."sla" AS "sla"`. */
  readonly row: string;
  /** Fields that the database computes. */
  readonly computed: readonly string[];
  readonly links: readonly Link[];
  readonly canArchive: boolean;
  /** SQL of the text that the search box searches, as the database's `search_text` builds it; on the row `t`. */
  readonly searchText: string;
  /** Further search condition on the row `t`, besides its search text. */
  readonly alsoFound?: (q: string, actor: Actor) => Sql;
  /** Condition on the row `t` for being offered to new records: neither archived nor switched off. */
  readonly offered: string;
  /** Any signed-in user may choose among its records, regardless of list permissions. */
  readonly isOpen: boolean;
  /** Column of the short code that is shown beside the label. */
  readonly code: string | undefined;
  /** Tables of a document's lines, outer ones before the ones nested in them. */
  readonly lines: readonly LineTable[];
  /** For a line table: its definition in the document. */
  readonly line?: PlacedLines;
}

/** A table of the lines of a document. */
export interface LineTable extends ResourceTable {
  readonly line: PlacedLines;
}

/** Quotes an SQL identifier. */
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

/** All stored columns of a row `t`, and these computed ones. */
export const rowComputing = (computed: readonly string[]): string =>
  // PostgreSQL accepts `t.f` for a function `f(t)`, but only while `t` is the table and not a subquery.
  ['t.*', ...computed.map((name) => `t.${quoted(name)} AS ${quoted(name)}`)].join(', ');

const describe = (resource: Resource): ResourceTable => {
  const fields = Object.entries(resource.fields);
  const owner = singular(resource.name);
  const canArchive = resource.operations.includes('archive');
  const computed = fields.filter(([, field]) => field.options.computed).map(([name]) => name);
  const offered = [
    ...(canArchive ? ['t."archived_at" IS NULL'] : []),
    ...('is_active' in resource.fields ? ['t."is_active"'] : []),
    ...(resource.offeredIn ? [isOneOfStates(resource, resource.offeredIn)] : []),
  ];
  return {
    resource,
    name: resource.name,
    columns: fields.filter(([, field]) => !isReferences(field)),
    row: rowComputing(computed),
    computed,
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

/** As `row`, reduced to the columns of these fields. */
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
