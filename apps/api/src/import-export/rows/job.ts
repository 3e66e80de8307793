import { type Field, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { type Cell, type CellStyle, usualStyle } from '@pauta/domain/resource/import/cell.ts';
import { idKey, importFields } from '@pauta/domain/resource/import/columns.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import type { Served } from '../../resource/writing/change-record.ts';
import type { FileColumn, FileFormat } from '../reading/read-table.ts';

export type ImportStatus =
  | 'reading'
  | 'mapping'
  | 'checking'
  | 'checked'
  | 'committing'
  | 'done'
  | 'cancelled'
  | 'failed';
export type Verdict = 'new' | 'update' | 'unchanged' | 'duplicate' | 'error';
export type Outcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed';

/**
 * Replacements for values of the file in all rows, by field and folded value: the id of a record, or the value of a
 * choice. The empty text stands for an empty cell, or for a field without a column.
 */
export type Replacements = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A row of the table `imports`. */
export interface ImportJob {
  readonly id: string;
  readonly resource: string;
  readonly user_id: string;
  readonly file_name: string;
  readonly format: FileFormat;
  readonly rows: number;
  readonly columns: readonly FileColumn[];
  readonly mapping: readonly (string | null)[];
  readonly remembered: number;
  readonly key_field: string | null;
  readonly blanks: 'keep' | 'clear';
  readonly replacements: Replacements;
  readonly include_duplicates: boolean;
  readonly status: ImportStatus;
  readonly failure: string | null;
  readonly last_line: number;
  readonly processed: number;
  readonly request_id: string;
  readonly row_version: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>> | null;
}

/** A staged row of the file. */
export interface StagedRow {
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly verdict: Verdict | null;
  /** The first row of the document that this row belongs to. */
  readonly first?: number;
}

/** A column of the file that fills a field; the index is -1 for a field that only a replacement fills. */
export interface PlannedColumn {
  readonly index: number;
  readonly name: string;
  readonly field: Field;
  readonly style: CellStyle;
}

/** How the rows of a file are mapped to records. */
export interface ImportPlan {
  readonly served: Served;
  readonly columns: readonly PlannedColumn[];
  /** The column that identifies the record of a row. */
  readonly key: { readonly name: string; readonly index: number } | null;
  /** The column whose text represents a row in lists. */
  readonly titleIndex: number;
  readonly blanks: 'keep' | 'clear';
  readonly replacements: Replacements;
}

/** The replacement chosen for a value of a field, if any. */
export const replacementOf = (
  { replacements }: Pick<ImportPlan, 'replacements'>,
  field: string,
  value: string,
): string | undefined => {
  const own = Object.hasOwn(replacements, field) ? replacements[field] : undefined;
  const folded = fold(value.trim());
  return own && Object.hasOwn(own, folded) ? own[folded] : undefined;
};

export const planOf = (served: Served, job: ImportJob): ImportPlan => {
  const { resource } = served.table;
  const fields = new Map(importFields(resource).map((one) => [one.name, one]));
  const columns = job.mapping.flatMap((name, index): PlannedColumn[] => {
    const one = name === null ? undefined : fields.get(name);
    const column = job.columns[index];
    if (!one || one.onlyKey || !column) return [];
    return [{ index, name: one.name, field: one.field, style: column }];
  });
  for (const [name, { field, onlyKey }] of fields) {
    const isFilled = replacementOf(job, name, '') !== undefined && !job.mapping.includes(name);
    if (isFilled && !onlyKey) columns.push({ index: -1, name, field, style: usualStyle });
  }
  const indexOf = (name: string | null): number => (name === null ? -1 : job.mapping.indexOf(name));
  const keyIndex = indexOf(job.key_field);
  const titleIndex = indexOf(resource.title);
  return {
    served,
    columns,
    key: job.key_field !== null && keyIndex >= 0 ? { name: job.key_field, index: keyIndex } : null,
    titleIndex: titleIndex >= 0 ? titleIndex : keyIndex >= 0 ? keyIndex : (columns[0]?.index ?? 0),
    blanks: job.blanks,
    replacements: job.replacements,
  };
};

export const isIdKey = (name: string): boolean => name === idKey;

/** Whether two values are equal in the form of a request body. */
export const isSameValue = (field: Field, a: unknown, b: unknown): boolean => {
  const wire = (value: unknown) => JSON.stringify(isEmpty(value) ? null : field.kind.wire(value));
  return wire(a) === wire(b);
};
