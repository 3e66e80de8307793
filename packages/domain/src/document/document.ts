import type { Fields } from '../kinds/kind.ts';
import { type Definition, defineResource, type Resource, type Values } from '../resource/resource.ts';
import type { DocumentNumber } from './numbering.ts';

/** One line of a document as answers contain it: its id, its position, and the values of its fields. */
export type Line = Values & { readonly id: string; readonly position: string };

/** A document with its lines: the values of the header, and a list under the name of each kind of line. */
export type Body = Values;

/**
 * Lines of a document: rows of a separate table that are saved with their header. They have its permissions and row
 * scope, and are not served as a resource of their own.
 */
export interface Lines {
  /** Their table and fields, made by {@link defineLines}. A function, so that definitions may refer to each other. */
  readonly of: () => Resource;
  /** Column that holds the header's id; of nested lines, that of the line they belong to. */
  readonly by: string;
  /** `inBody`: read and saved with the header. `beside`: read in pages by a separate request, saved with the header. */
  readonly mode: 'inBody' | 'beside';
  /** Maximum number of lines in one document. */
  readonly max: number;
  /** Read-only fields that the server computes by the document's `totals`. */
  readonly derived: readonly string[];
  /**
   * Nested lines of each of these lines, such as days or instalments. They repeat the header's id in the column that
   * the outer lines use for it.
   */
  readonly nested?: Readonly<Record<string, Lines>>;
}

/** The computed values of a document: columns of its header, and of its lines by id. */
export interface DocumentTotals {
  readonly header: Values;
  readonly lines: ReadonlyMap<string, Values>;
}

/** When a document becomes immutable, and which fields stay editable. */
export interface Freeze {
  /** States in which it is frozen. A frozen document changes state only between these. */
  readonly from: readonly string[];
  /** Fields that stay editable: of the header by name, of lines as `lines.note`. */
  readonly except: readonly string[];
}

/**
 * A resource with lines: a header, its lines, and values computed from both. Otherwise it is like any resource.
 *
 * `T` is the data that its totals need besides the body, such as rates or prices.
 */
export interface Document<F extends Fields = Fields, T = unknown> extends Resource<F> {
  /** Kinds of lines by their name in the body, unique within the document, nested ones included. */
  readonly lines: Readonly<Record<string, Lines>>;
  /**
   * A pure function that must not throw: the server runs it before every write, and the browser while the user types.
   * It gets every line, also those with mode `beside`.
   *
   * @param body header and lines; values as in answers, empty fields are null or absent
   */
  totals?(body: Body, tables: T): DocumentTotals;
  /** Header fields that are the sum of a field of the lines (`lines.net`); the database checks it. */
  readonly sums: Readonly<Record<string, string>>;
  readonly freeze?: Freeze;
  readonly number?: DocumentNumber;
}

type LinesDefinition<F extends Fields> = Omit<
  Definition<F>,
  'screen' | 'operations' | 'permissions' | 'order' | 'orders'
>;

/** Default order of lines with mode `beside`: their position. */
export const positionOrder = 'position';

/**
 * Completes the definition of a kind of lines: table, labels and fields. Permissions, scope and screen are those of the
 * document. A table of these lines has a column for each field unless `columns` names fewer.
 *
 * @example
 * const quoteLines = defineLines({
 *   name: 'quote_lines', label: { one: 'Renglón', many: 'Renglones', gender: 'm' }, title: 'description',
 *   fields: { description: text('Descripción', { max: 160, required: true }) },
 * });
 */
export const defineLines = <F extends Fields>(definition: LinesDefinition<F>): Resource<F> =>
  defineResource({
    columns: Object.keys(definition.fields),
    ...definition,
    screen: '',
    operations: [],
    permissions: { viewAll: '', create: '', updateAll: '', archive: '' },
    order: positionOrder,
    orders: { [positionOrder]: { label: 'Orden del documento', of: [positionOrder], type: 'text' } },
  });

type DocumentDefinition<F extends Fields, T> = Definition<F> &
  Pick<Document<F, T>, 'lines' | 'totals' | 'freeze' | 'number'> &
  Partial<Pick<Document<F, T>, 'sums'>>;

/**
 * Completes the definition of a document with what can be derived from its fields.
 *
 * @example
 * const quotes = defineDocument({
 *   name: 'quotes', screen: 'ventas/presupuestos', label: { one: 'Presupuesto', many: 'Presupuestos', gender: 'm' },
 *   fields: { title: text('Título', { max: 160, required: true }), net: money('Neto', { currency, readOnly: true }) },
 *   title: 'title',
 *   lines: { lines: { of: () => quoteLines, by: 'quote_id', mode: 'inBody', max: 300, derived: ['net'] } },
 *   totals: quoteTotals, sums: { net: 'lines.net' }, freeze: { from: ['issued'], except: ['note'] },
 * });
 */
export const defineDocument = <F extends Fields, T = unknown>(
  definition: DocumentDefinition<F, T>,
): Document<F, T> => {
  const { lines, totals, sums = {}, freeze, number, ...resource } = definition;
  return {
    ...defineResource<F>(resource as unknown as Definition<F>),
    lines,
    ...(totals && { totals }),
    sums,
    ...(freeze && { freeze }),
    ...(number && { number }),
  };
};

/** A kind of lines with its place in the document. */
export interface PlacedLines extends Lines {
  /** Its name in the body: `lines`. */
  readonly name: string;
  /** Column that holds the header's id. */
  readonly header: string;
  /** For nested lines: the name of the outer lines, which `by` refers to. */
  readonly within?: string;
}
