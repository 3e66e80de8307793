import type { Resource } from '../resource/resource.ts';
import {
  type Field,
  type FieldOptions,
  type Fields,
  formatField,
  isEmpty,
  type JsonSchema,
  type Kind,
  type Parsed,
  parsed,
  parseField,
  rejected,
} from './kind.ts';

/** One row of a structured value: the values of its fields, as JSON. */
export type JsonRow = Readonly<Record<string, unknown>>;

export interface JsonOptions extends FieldOptions {
  /** The fields of a row, of kinds whose values need no other record (texts, numbers, dates, choices). */
  readonly fields: Fields;
  /** Name of one row, for the buttons of the form: `Cuota`. */
  readonly row: string;
  /** Maximum number of rows; 50 by default. */
  readonly max?: number;
  /** A rule over all rows; returns the error in Spanish, or `null`. */
  readonly check?: (rows: readonly JsonRow[]) => string | null;
  /** Yes/no field of the main row: among several rows exactly one has it; by default the first. */
  readonly main?: string;
  /** A dedicated editor and cell in the user interface, instead of generic rows. */
  readonly face?: 'phones';
  /**
   * For `face: 'phones'`: `POST <path>` with `{ numbers }` answers which records of a resource have them,
   * `{ data: [{ number, contacts, hidden }] }`.
   */
  readonly owners?: { readonly path: string; readonly of: () => Resource };
  /** Parses rows from the text of an import cell; null when it contains none. Without it a cell holds JSON. */
  readonly read?: (text: string, country: string) => JsonRow[] | null;
  /** Formats one row; without it, its values in order. */
  readonly formatRow?: (row: JsonRow) => string;
}

const mostRows = 50;

function parseRow({ fields, row: name }: JsonOptions, input: unknown, place: number): Parsed<JsonRow> {
  const where = `${name} ${place}`;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return rejected(`${where}: indique sus datos.`);
  }
  const given = input as JsonRow;
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(fields, key));
  if (unknown !== undefined) return rejected(`${where}: el dato «${unknown}» no existe.`);
  const row: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const { required, initial } = field.options;
    const checked = parseField(field, given[key] === undefined && required ? initial : given[key]);
    if (!checked.ok) return rejected(`${where}, ${field.label}: ${checked.message}`);
    row[key] = checked.value;
  }
  return parsed(row);
}

/** Marks the main row where there is only one row; among several the user has to choose. */
function withMain(
  rows: readonly JsonRow[],
  { main, row: name, fields }: JsonOptions,
): Parsed<readonly JsonRow[]> {
  if (main === undefined || rows.length === 0) return parsed(rows);
  const leading = rows.filter((row) => row[main] === true).length;
  if (leading > 1) {
    return rejected(`${name}: deje «${fields[main]?.label}» en una sola fila; está en ${leading}.`);
  }
  return parsed(leading === 1 ? rows : rows.map((row, index) => ({ ...row, [main]: index === 0 })));
}

const rowText = ({ fields, formatRow: say }: JsonOptions, row: JsonRow): string =>
  say
    ? say(row)
    : Object.entries(fields)
        .filter(([key]) => !isEmpty(row[key]))
        .map(([key, field]) => formatField(field, row[key], row))
        .join(' · ');

/** Keys in a fixed order, because the database stores them in its own. */
const tidy = (row: JsonRow): JsonRow =>
  Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
});

export const jsonKind: Kind<readonly JsonRow[], JsonOptions> = {
  name: 'json',
  family: 'none',
  align: 'start',
  parse: (input, options) => {
    if (!Array.isArray(input)) return rejected('Indique los datos como una lista.');
    const { max = mostRows, check } = options;
    if (input.length > max) return rejected(`Use como máximo ${max} filas; tiene ${input.length}.`);
    const rows: JsonRow[] = [];
    for (const [index, one] of input.entries()) {
      const row = parseRow(options, one, index + 1);
      if (!row.ok) return row;
      rows.push(row.value);
    }
    const wrong = check?.(rows) ?? null;
    return wrong === null ? withMain(rows, options) : rejected(wrong);
  },
  format: (value, options) => value.map((row) => rowText(options, row)).join('; '),
  wire: (value) => value.map(tidy),
  compare: (a, b) => a.length - b.length,
  column: () => 'jsonb',
  schema: ({ fields, max = mostRows }) => ({
    type: 'array',
    maxItems: max,
    items: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [key, orNull(field.kind.schema(field.options))]),
      ),
    },
  }),
};

/**
 * A structured value: a short list of rows with the same few fields, stored as one `jsonb` and displayed as text.
 *
 * @example
 * json('Cuotas', { row: 'Cuota', fields: { pct: percent('Parte', { required: true }), days: integer('Días') } })
 */
export const json = (label: string, options: JsonOptions): Field<readonly JsonRow[], JsonOptions> => ({
  kind: jsonKind,
  label,
  options: { width: 'full', ...options },
});
