import type { AnyRecord, Errors, Values } from '@pauta/domain/resource/resource.ts';
import type { FieldMessage } from '../controls/error-summary.tsx';
import type { Side } from './conflict/conflict-panel.tsx';
import type { Conflict } from './conflict/merge.ts';
import type { OthersChange } from './conflict/others-changes.ts';

/** The merge of a part of a form with another version of the record. */
export interface PartMerge {
  /** Values that both users changed differently. */
  readonly conflicts: readonly Conflict[];
  /** Changes of the other user that are kept, one sentence each. */
  readonly taken: readonly string[];
  /** Unsaved input on top of the other version, given the chosen side of each conflict (`theirs` if absent). */
  typed(sides: Readonly<Record<string, Side>>): Readonly<Record<string, unknown>>;
}

/**
 * Data edited in a form besides its fields and saved with them, such as the lines of a document. It has its own state,
 * so that a keystroke does not render the form. Its names must differ from those of the form's fields.
 */
export interface FormPart {
  subscribe(listener: () => void): () => void;
  /** A number that differs after each change. */
  version(): number;
  /** Unsaved input by name; stored in the draft with that of the fields. */
  changes(): Readonly<Record<string, unknown>>;
  /**
   * Replaces the content with that of a record.
   *
   * @param record undefined for a new record
   * @param typed unsaved input on top, as returned by `changes`
   */
  reset(record: Values | undefined, typed?: Readonly<Record<string, unknown>>): void;
  /** Validates the input. Errors by path. */
  check(): Errors;
  /** Replaces the displayed errors. Returns those that do not belong to this part. */
  show(errors: Errors): Errors;
  /** The displayed errors, in page order. */
  messages(): readonly FieldMessage[];
  /** Request body besides the fields; only valid after `check` found no errors. */
  body(): Readonly<Record<string, unknown>>;
  /** Merges the input with another version of the record. */
  merge(theirs: AnyRecord, changes: readonly OthersChange[]): PartMerge;
}

const noSubscription = (): (() => void) => () => {};

/** Arguments of `useSyncExternalStore` for a component that depends on an optional part. */
export const partStore = (part: FormPart | undefined): readonly [FormPart['subscribe'], () => number] =>
  part ? [part.subscribe, part.version] : [noSubscription, () => 0];
