import type { Fields } from '../kinds/kind.ts';
import { type Definition, defineResource, type Resource, type Values } from '../resource/resource.ts';

/** One line of a document as answers carry it: its id, its place, and the values of its fields. */
export type Line = Values & { readonly id: string; readonly position: string };

/** A document with the lines that belong to it: the header's values, and under the name of each kind of line a list. */
export type Body = Values;

/**
 * Lines of a document: rows of a table of their own that live with their header. They have its permissions and its
 * scope, are read and saved with it, and are not served as a resource of their own.
 */
export interface Lines {
  /** Their table and fields, made by {@link defineLines}. A thunk, so that definitions may refer to each other. */
  readonly of: () => Resource;
  /** Column that holds the header's id; of nested lines, that of the line they belong to. */
  readonly by: string;
  /** `inBody`: read and saved with the header. `beside`: read by pages of their own, saved with the header. */
  readonly mode: 'inBody' | 'beside';
  /** As many as one document holds. */
  readonly max: number;
  /** Fields that only the server writes, from the document's `totals`. They are read-only. */
  readonly derived: readonly string[];
  /** Lines of each of these lines, as days or instalments. They repeat the header's id in the column of the outer ones. */
  readonly nested?: Readonly<Record<string, Lines>>;
}

/** What a document calculates of itself: columns of its header, and of its lines by their ids. */
export interface DocumentTotals {
  readonly header: Values;
  readonly lines: ReadonlyMap<string, Values>;
}

/** From when on a document does not change any more, except in these. */
export interface Freeze {
  /** States in which it is frozen. A frozen document moves between these states and out of them never. */
  readonly from: readonly string[];
  /** What may still change: fields of the header, and of lines as `lines.note`. */
  readonly except: readonly string[];
}

/**
 * A resource with lines: a header, its lines, and what follows from both. Everything a resource has holds for it too.
 *
 * `T` is what its totals look up besides the body, as rates or prices.
 */
export interface Document<F extends Fields = Fields, T = unknown> extends Resource<F> {
  /** By the name they have in the body, unique in the document, those of nested lines too. */
  readonly lines: Readonly<Record<string, Lines>>;
  /**
   * Pure and total: the server runs it before every write, and the browser while somebody types. It sees every line,
   * also those that are read beside.
   *
   * @param body header and lines; values as answers carry them, fields without a value are null or absent
   */
  totals?(body: Body, tables: T): DocumentTotals;
  /** Fields of the header that are the sum of a field of its lines (`lines.net`): the database proves it. */
  readonly sums: Readonly<Record<string, string>>;
  readonly freeze?: Freeze;
}

type LinesDefinition<F extends Fields> = Omit<
  Definition<F>,
  'screen' | 'operations' | 'permissions' | 'order' | 'orders'
>;

/** What lists of lines beside a document are ordered by at first: the place of each line. */
export const positionOrder = 'position';

/**
 * Completes the definition of a kind of lines: their table, labels and fields. Permissions, scope and screen are those
 * of their document; a table of them has a column for each field unless `columns` says less.
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
  Pick<Document<F, T>, 'lines' | 'totals' | 'freeze'> &
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
  const { lines, totals, sums = {}, freeze, ...resource } = definition;
  return {
    ...defineResource<F>(resource as unknown as Definition<F>),
    lines,
    ...(totals && { totals }),
    sums,
    ...(freeze && { freeze }),
  };
};

/** A kind of lines in its document. */
export interface PlacedLines extends Lines {
  /** In the body: `lines`. */
  readonly name: string;
  /** Column that holds the header's id. */
  readonly header: string;
  /** Of nested lines: the name of the outer ones, which `by` refers to. */
  readonly within?: string;
}
