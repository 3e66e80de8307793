import type { Values } from '@pauta/domain/resource/resource.ts';
import type { InputLine } from './line-inputs.ts';

/** A change of one input of a line. */
export interface LineChange {
  /** Field that was changed; `''` for a line that was just added. */
  readonly name: string;
  readonly line: InputLine;
  /** The line before the change. */
  readonly before: InputLine;
  /** Values of the form of the header. */
  readonly header: Values;
  /** The data that totals look up; undefined while it is loading. */
  readonly tables: unknown;
}

/**
 * Inputs of a line that follow from a change, such as the article of a chosen space. Null if the looked-up data does not
 * contain what is needed yet: it is asked again when new data arrives.
 */
export type Follow = (change: LineChange) => Values | null;
