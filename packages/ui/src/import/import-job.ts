import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import type { TiedOut } from '@pauta/domain/resource/tie-out.ts';

export const verdicts = ['new', 'update', 'unchanged', 'duplicate', 'error'] as const;
export type Verdict = (typeof verdicts)[number];
export type Outcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed';

/** An import as returned by the API. */
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
  /** Number of columns matched as in an earlier import of the company. */
  readonly remembered: number;
  readonly key: string | null;
  /** Fields by which a row can be matched to an existing record. */
  readonly keys: readonly string[];
  readonly blanks: 'keep' | 'clear';
  readonly processed: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** The sums of what is taken over from another system; null for a resource without such records. */
  readonly tie_out: readonly TiedOut[] | null;
  readonly request_id: string;
  /** When the whole import was undone; null if it was not. */
  readonly undone_at: string | null;
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
  readonly errors: readonly {
    readonly field: string | null;
    readonly message: string;
    readonly value?: string;
  }[];
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

/** Equal errors of an import. */
export interface ErrorGroup {
  readonly id: string;
  readonly field: string | null;
  readonly message: string;
  /** The unknown value, empty if a value is missing; null if the error cannot be corrected by replacing a value. */
  readonly value: string | null;
  /** Number of rows with this error. */
  readonly count: number;
}

/** An import as an entry of the list of imports. */
export interface PastImport
  extends Pick<ImportJob, 'id' | 'resource' | 'file_name' | 'rows' | 'status' | 'request_id' | 'undone_at'> {
  readonly user: { readonly id: string; readonly label: string };
  /** Whether the user started it. */
  readonly own: boolean;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** Label and colour of each import state. */
export const importStates = {
  reading: { label: 'Leyendo', tone: 'neutral' },
  mapping: { label: 'Sin terminar', tone: 'warning' },
  checking: { label: 'Revisando', tone: 'info' },
  checked: { label: 'Sin terminar', tone: 'warning' },
  committing: { label: 'Importando', tone: 'info' },
  done: { label: 'Terminada', tone: 'success' },
  cancelled: { label: 'Detenida', tone: 'neutral' },
  failed: { label: 'No terminó', tone: 'danger' },
  undone: { label: 'Deshecha', tone: 'neutral' },
} as const;

/** Label of a verdict, singular and plural, and its colour. */
export const verdictTexts = {
  new: { one: 'Nuevo', many: 'Nuevos', tone: 'success' },
  update: { one: 'Actualiza', many: 'Actualizan', tone: 'info' },
  unchanged: { one: 'Sin cambios', many: 'Sin cambios', tone: 'neutral' },
  duplicate: { one: 'Posible duplicado', many: 'Posibles duplicados', tone: 'warning' },
  error: { one: 'Con error', many: 'Con errores', tone: 'danger' },
} as const;
