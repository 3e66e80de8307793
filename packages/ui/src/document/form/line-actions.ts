import type { Values } from '@pauta/domain/resource/resource.ts';

/** Props of a further way to add lines to a document in its form. */
export interface LineActionProps {
  /** Id of the document; null for a new one. */
  readonly documentId: string | null;
  /** The values of the header as they are entered. */
  readonly values: Values;
  /** How many more lines the document may have. */
  readonly room: number;
  /** Adds lines with these values, as if the user entered them, and offers to undo it. */
  readonly add: (lines: readonly Values[]) => void;
}
