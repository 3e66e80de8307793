import type { Cell } from '@pauta/domain/resource/import-cell.ts';

export const verdicts = ['new', 'update', 'unchanged', 'duplicate', 'error'] as const;
export type Verdict = (typeof verdicts)[number];
export type Outcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed';

/** An import as the API answers it. */
export interface ImportJob {
  readonly id: string;
  readonly resource: string;
  readonly file_name: string;
  readonly format: 'csv' | 'xlsx' | 'text' | 'vcf';
  readonly rows: number;
  readonly status:
    | 'reading'
    | 'mapping'
    | 'checking'
    | 'checked'
    | 'committing'
    | 'done'
    | 'cancelled'
    | 'failed';
  readonly failure: string | null;
  readonly columns: readonly {
    readonly header: string;
    readonly samples: readonly string[];
    readonly decimal: '.' | ',';
    readonly dayFirst: boolean;
  }[];
  readonly mapping: readonly (string | null)[];
  /** Columns that were matched as their reader matched them before. */
  readonly remembered: number;
  readonly key: string | null;
  /** Fields that can say which record a row means. */
  readonly keys: readonly string[];
  readonly blanks: 'keep' | 'clear';
  readonly processed: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly request_id: string;
  readonly row_version: number;
}

/** A row of the file with its verdict. */
export interface ImportRow {
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly title: string | null;
  readonly verdict: Verdict | null;
  readonly outcome: Outcome | null;
  readonly record_id: string | null;
  readonly errors: readonly { readonly field: string | null; readonly message: string }[];
  readonly changes: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: string;
    readonly after: string;
  }[];
  readonly duplicates: readonly {
    readonly id: string | null;
    readonly label: string | null;
    readonly code: string | null;
    readonly reason: string;
  }[];
}

export interface RecentImport {
  readonly id: string;
  readonly file_name: string;
  readonly rows: number;
  readonly status: ImportJob['status'];
  readonly created_at: string;
}

/** What a verdict is called, for one row and for several, and its colour. */
export const verdictTexts = {
  new: { one: 'Nuevo', many: 'Nuevos', tone: 'success' },
  update: { one: 'Actualiza', many: 'Actualizan', tone: 'info' },
  unchanged: { one: 'Sin cambios', many: 'Sin cambios', tone: 'neutral' },
  duplicate: { one: 'Posible duplicado', many: 'Posibles duplicados', tone: 'warning' },
  error: { one: 'Con error', many: 'Con errores', tone: 'danger' },
} as const;
