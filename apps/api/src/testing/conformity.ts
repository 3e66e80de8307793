import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { sortNames } from '@pauta/domain/resource/query/query.ts';
import { type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { Queryable } from '../platform/database/database.ts';
import { sortKeyOf } from '../resource/reading/sort-key.ts';
import { isReference, tableOf, targetOf } from '../resource/table.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
}
interface ForeignKey {
  table: string;
  column: string;
  target: string;
  on_delete: string;
}
interface Index {
  table: string;
  definition: string;
  first: string;
  second: string;
}

/** The tables of a database, as its catalogue describes them. */
export interface DatabaseShape {
  readonly columns: readonly Column[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly indexes: readonly Index[];
  readonly checks: readonly { readonly table: string; readonly definition: string }[];
  readonly functions: readonly { readonly name: string; readonly of: string; readonly type: string }[];
  readonly triggers: readonly { readonly table: string; readonly name: string }[];
}

/** Reads the shape of every table of a database. */
export const readShape = async (database: Queryable): Promise<DatabaseShape> => ({
  columns: await database.query<Column>(sql`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped`),
  foreignKeys: await database.query<ForeignKey>(sql`
    SELECT c.relname AS table, a.attname AS column, f.relname AS target, k.confdeltype AS on_delete
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND cardinality(k.conkey) = 1`),
  indexes: await database.query<Index>(sql`
    SELECT t.relname AS table, pg_get_indexdef(i.indexrelid) AS definition, pg_get_indexdef(i.indexrelid, 1, true) AS first,
      pg_get_indexdef(i.indexrelid, 2, true) AS second
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid WHERE t.relnamespace = 'public'::regnamespace`),
  functions: await database.query(sql`
    SELECT p.proname AS name, c.relname AS of, format_type(p.prorettype, NULL) AS type
    FROM pg_proc p JOIN pg_type r ON r.oid = p.proargtypes[0] JOIN pg_class c ON c.oid = r.typrelid
    WHERE p.pronamespace = 'public'::regnamespace AND p.pronargs = 1`),
  checks: await database.query(sql`
    SELECT c.relname AS table, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype = 'c'`),
  triggers: await database.query(sql`
    SELECT c.relname AS table, t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`),
});

const columnOf = ({ columns }: DatabaseShape, table: string, name: string): Column | undefined =>
  columns.find((column) => column.table === table && column.name === name);

/** PostgreSQL's name for the type of a kind. */
const spelled = (type: string): string =>
  type === 'timestamptz' ? 'timestamp with time zone' : type.replace(/, ?/, ',');

/** Whether the column of a field is never null: it is stored empty or with its initial value. */
export const isAlwaysPresent = (field: Field): boolean =>
  // If its condition does not hold, the field is stored empty or with its initial value.
  (field.options.required === true &&
    (field.options.when === undefined || field.options.initial !== undefined)) ||
  field.kind.name === 'tags' ||
  field.kind.name === 'choices';

/** Whether an index contains every row of a list; empty values are read separately if they come last. */
const isComplete = ({ definition }: Index, isNullable: boolean): boolean => {
  const [, condition = ''] = definition.split(' WHERE ');
  return condition
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every(
      (part) =>
        part === '' || part === 'archived_at IS NULL' || (isNullable && part.endsWith(' IS NOT NULL')),
    );
};

const bare = (expression: string): string => expression.replaceAll(/["()\s]|::text|COLLATE|\bt\.|\bC\b/g, '');

/**
 * Tests that the table of a resource matches its definition.
 *
 * @param shape tables of the database, read when the tests run
 */
export const conformityTests = (resource: Resource, shape: () => DatabaseShape): void => {
  const table = tableOf(resource);

  const stored = table.columns.filter(([, { options }]) => !options.computed);

  test('every field has its column, with its type and nullability', () => {
    for (const [name, field] of [...stored, ...Object.entries(systemFields)]) {
      expect({ name, ...columnOf(shape(), table.name, name) }).toMatchObject({
        type: spelled(field.kind.column(field.options)),
        required: isAlwaysPresent(field),
      });
    }
    expect(columnOf(shape(), table.name, 'row_version')).toMatchObject({ type: 'integer', required: true });
    expect(columnOf(shape(), table.name, 'archived_at') !== undefined).toBe(table.canArchive);
  });

  test('every computed field is a function of the row, with its type', () => {
    for (const [name, { kind, options }] of table.columns.filter((column) => !stored.includes(column))) {
      expect({ name, readOnly: options.readOnly, sortable: options.sortable === true }).toEqual({
        name,
        readOnly: true,
        sortable: false,
      });
      // PostgreSQL keeps no precision for the result of a function.
      const type = spelled(kind.column(options)).replace(/\(.*\)$/, '');
      expect(shape().functions).toContainEqual({ name, of: table.name, type });
    }
  });

  test('every choice is what its column accepts', () => {
    for (const [name, field] of stored.filter(([, { kind }]) => kind.name === 'choice')) {
      // PostgreSQL quotes a name that is a keyword. Other constraints may list some of the values; the one that lists
      // most is the column's own.
      const list = new RegExp(`\\b${name}"? = ANY \\(ARRAY\\[([^\\]]*)\\]`);
      const accepted =
        shape()
          .checks.filter(({ table: of }) => of === table.name)
          .map(({ definition }) => list.exec(definition)?.[1] ?? '')
          .map((values) => [...values.matchAll(/'([^']+)'::text/g)].map(([, value]) => value))
          .sort((one, other) => other.length - one.length)[0] ?? [];
      expect({ name, accepted: accepted.sort() }).toEqual({
        name,
        accepted: (field.options as ChoiceOptions).choices.map(({ value }) => value).sort(),
      });
    }
  });

  test('every reference is a foreign key that deletes nothing', () => {
    const references = [
      ...stored
        .filter(([, field]) => isReference(field) || field.kind.name === 'file')
        .map(([name, field]) => ({
          table: table.name,
          column: name,
          target: isReference(field) ? targetOf(field).name : 'files',
        })),
      ...table.links.flatMap((link) => [
        { table: link.table, column: link.owner, target: table.name },
        { table: link.table, column: link.target, target: link.to.name },
      ]),
    ];
    for (const reference of references) {
      expect(shape().foreignKeys).toContainEqual({ ...reference, on_delete: 'r' });
      const lead = reference.column;
      expect(
        shape().indexes.some(({ table: of, first }) => of === reference.table && first === lead),
        `an index of ${reference.table} that leads with ${lead}`,
      ).toBe(true);
    }
  });

  test('every order of a list has an index that leads with it', () => {
    for (const name of sortNames(resource)) {
      const { expression, isNullable } = sortKeyOf(table, name);
      const fitting = shape().indexes.filter(
        (index) =>
          index.table === table.name &&
          bare(index.first) === bare(expression) &&
          index.second === 'id' &&
          isComplete(index, isNullable),
      );
      expect({ name, fitting: fitting.length }).toEqual({ name, fitting: 1 });
    }
  });

  test('the search has a trigram index', () => {
    const wanted = bare(table.searchText);
    expect(
      shape().indexes.some(
        ({ table: of, definition, first }) =>
          of === table.name && definition.includes('gin_trgm_ops') && bare(first) === wanted,
      ),
    ).toBe(true);
  });

  test('its rows are audited', () => {
    for (const name of [table.name, ...table.links.map((link) => link.table)]) {
      const names = shape().triggers.flatMap((trigger) => (trigger.table === name ? [trigger.name] : []));
      expect(names, name).toContain('audit_change');
    }
    expect(shape().triggers).toContainEqual({ table: table.name, name: 'touch_row' });
  });
};

/** Unique indexes that do not release the values of withdrawn records, and tables without `withdrawn_at`. */
export const keptUniqueValues = ({
  columns,
  indexes,
}: DatabaseShape): { tables: string[]; indexes: string[] } => {
  const archives = new Set(columns.filter(({ name }) => name === 'archived_at').map(({ table }) => table));
  const withdraws = new Set(columns.filter(({ name }) => name === 'withdrawn_at').map(({ table }) => table));
  const holding = indexes.filter(
    ({ table, definition }) =>
      archives.has(table) &&
      /^CREATE UNIQUE/.test(definition) &&
      !/[(, ]id[,)]/.test(definition) &&
      !/ WHERE .*(withdrawn_at|archived_at) IS NULL/.test(definition),
  );
  return {
    tables: [...archives, ...withdraws].filter((table) => !archives.has(table) || !withdraws.has(table)),
    indexes: holding.map(({ definition }) => definition),
  };
};
