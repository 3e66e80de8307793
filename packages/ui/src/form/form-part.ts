import type { AnyRecord, Errors, Values } from '@pauta/domain/resource/resource.ts';
import type { FieldMessage } from '../controls/error-summary.tsx';
import type { Side } from './conflict/conflict-panel.tsx';
import type { Conflict } from './conflict/merge.ts';
import type { OthersChange } from './conflict/others-changes.ts';

/** What two people made of a part of a form. */
export interface PartMerge {
  /** What both changed differently. */
  readonly conflicts: readonly Conflict[];
  /** What the other person did meanwhile and is taken over, a sentence each. */
  readonly taken: readonly string[];
  /** What stands on top of the other version once the conflicts are decided; theirs where nobody decided. */
  typed(sides: Readonly<Record<string, Side>>): Readonly<Record<string, unknown>>;
}

/**
 * What is edited in a form besides its fields and saved with them, as the lines of a document. It keeps its own state,
 * so that the form does not render with each key; its names are none of the form's fields.
 */
export interface FormPart {
  subscribe(listener: () => void): () => void;
  /** Another number after each change. */
  version(): number;
  /** What was typed and is not saved, by name: a draft keeps it beside the fields. */
  changes(): Readonly<Record<string, unknown>>;
  /**
   * Begins with what a record has.
   *
   * @param record undefined: a new one
   * @param typed on top, as `changes` gave it
   */
  standOn(record: Values | undefined, typed?: Readonly<Record<string, unknown>>): void;
  /** What is wrong with it, by path. */
  check(): Errors;
  /** Shows these errors at their places, and no others. Answers those that have no place in it. */
  show(errors: Errors): Errors;
  /** Every error it shows, in the order of the page. */
  messages(): readonly FieldMessage[];
  /** What goes out with the fields. Asked once `check` found nothing. */
  body(): Readonly<Record<string, unknown>>;
  /** What is in it, with another version of the record. */
  merge(theirs: AnyRecord, changes: readonly OthersChange[]): PartMerge;
}

const noSubscription = (): (() => void) => () => {};

/** Arguments of `useSyncExternalStore` for what follows a part, if there is one. */
export const partStore = (part: FormPart | undefined): readonly [FormPart['subscribe'], () => number] =>
  part ? [part.subscribe, part.version] : [noSubscription, () => 0];
