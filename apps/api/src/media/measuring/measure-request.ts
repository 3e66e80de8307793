import type { ProcessAnswer } from '../../platform/processes/worker-process.ts';
import type { Measured } from './measured.ts';

/** What the measuring process is asked for. */
export interface MeasureRequest {
  /** Path of a local file. */
  readonly file: string;
  /** Its type, detected from the content. */
  readonly mime: string;
  /** Whether sound and frames are decoded: not once a file took too much for it. */
  readonly decodes: boolean;
}

/** What the measuring process answers: the measures, why the file is not accepted, or why it could not be read. */
export type MeasureAnswer = ProcessAnswer &
  ({ readonly measured: Measured } | { readonly refused: string } | { readonly failure: string });
