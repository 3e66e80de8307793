import type { Document, PlacedLines } from '@pauta/domain/document/document.ts';
import { linesOf } from '@pauta/domain/resource/lines.ts';
import { sortableFields } from '@pauta/domain/resource/query/query.ts';
import { columnOf, systemColumns } from './migration.ts';
import { sortKeyOf } from './reading/sort-key.ts';
import { isReference, type LineTable, quoted, tableOf } from './table.ts';

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const array = (texts: readonly string[]): string =>
  literal(`{${texts.map((text) => `"${text}"`).join(',')}}`);

const ofLines = (document: Document, lines: PlacedLines, table: LineTable, freezing: string): string[] => {
  const { name, fields } = table.resource;
  const isBeside = lines.mode === 'beside';
  const header = quoted(lines.header);
  const outer =
    lines.within === undefined ? undefined : linesOf(document).find((one) => one.name === lines.within);
  const columns = [
    'id uuid PRIMARY KEY',
    `${header} uuid NOT NULL REFERENCES ${quoted(document.name)} ON DELETE RESTRICT`,
    ...(outer ? [`${quoted(lines.by)} uuid NOT NULL`] : []),
    'position text COLLATE "C" NOT NULL',
    ...table.columns
      .filter(([, { options }]) => !options.computed)
      .map(([field, one]) => columnOf(table.resource, field, one)),
    ...(isBeside ? systemColumns : []),
    ...(outer
      ? [
          `FOREIGN KEY (${quoted(lines.by)}, ${header}) REFERENCES ${quoted(outer.of().name)} (id, ${header}) ON DELETE RESTRICT`,
        ]
      : []),
    ...(lines.nested ? [`UNIQUE (id, ${header})`] : []),
  ];
  const index = (suffix: string, parts: string): string =>
    `CREATE INDEX ${quoted(`${name}_${suffix}`)} ON ${quoted(name)} (${parts});`;
  const referring = Object.entries(fields).filter(
    ([, field]) => isReference(field) || field.kind.name === 'file',
  );
  return [
    `CREATE TABLE ${quoted(name)} (\n  ${columns.join(',\n  ')}\n);`,
    index(`${lines.header}_position`, `${header}, position, id`),
    ...(outer ? [index(lines.by, quoted(lines.by))] : []),
    ...referring.map(([field]) => index(field, quoted(field))),
    ...(isBeside
      ? [
          ...sortableFields(table.resource).map((field) =>
            index(
              `${field}_order`,
              `${header}, (${sortKeyOf(table, field).expression.replaceAll('t.', '')}), id`,
            ),
          ),
          `CREATE TRIGGER touch_row BEFORE INSERT OR UPDATE ON ${quoted(name)} FOR EACH ROW EXECUTE FUNCTION touch_row('{search_text}');`,
          `CALL make_searchable(${[name, ...table.resource.search].map(literal).join(', ')});`,
        ]
      : []),
    `CALL make_lines(${[name, document.name, lines.header].map(literal).join(', ')}${freezing});`,
  ];
};

/**
 * The part of a migration that a document needs besides its header table, which is generated like that of any resource
 * and tracked by the audit log (`CALL track`): the tables of its lines, and the rules of `0036_documents.sql` over
 * both.
 *
 * @example console.log(documentSql(quotes)) // CREATE TABLE quote_lines (…); CALL make_document('quotes', …); …
 */
export const documentSql = (document: Document): string => {
  const { name, state = '', freeze, sums } = document;
  const frozen = freeze?.from ?? [];
  const excepted = freeze?.except ?? [];
  const freezing = (columns: readonly string[]): string =>
    frozen.length === 0 ? '' : `, ${literal(state)}, ${array(frozen)}, ${array(columns)}`;
  const { lines: tables, links } = tableOf(document);
  const placed = linesOf(document);
  const ownOf = (lines: PlacedLines): string[] =>
    excepted.flatMap((path) =>
      path.startsWith(`${lines.name}.`) ? [path.slice(lines.name.length + 1)] : [],
    );
  const sumRows = Object.entries(sums).map(([total, path]) => {
    const [lineName = '', field = ''] = path.split('.');
    const lines = placed.find((one) => one.name === lineName);
    if (!lines) throw new Error(`${name}: the sum ${total} is of '${path}', which is no field of its lines`);
    return `[${[total, lines.of().name, lines.header, field].map(literal).join(', ')}]`;
  });
  return [
    `CALL make_document(${literal(name)}${freezing(excepted.filter((path) => !path.includes('.')))});`,
    ...placed.flatMap((lines) => {
      const table = tables.find(({ line }) => line.name === lines.name);
      return table ? ofLines(document, lines, table, freezing(ownOf(lines))) : [];
    }),
    ...(frozen.length === 0
      ? []
      : links
          .filter(({ field }) => !excepted.includes(field))
          .map(
            (link) =>
              `CALL freeze_links(${[link.table, name, link.owner, state].map(literal).join(', ')}, ${array(frozen)});`,
          )),
    ...(sumRows.length > 0 ? [`CALL prove_totals(${literal(name)}, ARRAY[${sumRows.join(', ')}]);`] : []),
    '',
  ].join('\n');
};
