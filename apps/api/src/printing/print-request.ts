import type { ProcessAnswer } from '../platform/processes/worker-process.ts';
import type { Template } from './template.ts';

/** What the printing process is asked for. */
export interface PrintRequest {
  readonly template: Template;
  /** The data as JSON text; the template reads it from `sys.inputs`, so it is never parsed as markup. */
  readonly data: string;
  /** Time of creation in the properties of the document, in seconds since 1970. */
  readonly createdAt: number;
  /** Pictures, by the name under which the template reads them. */
  readonly pictures: Readonly<Record<string, Uint8Array>>;
}

/** What the printing process answers: the document, or why it could not be made. */
export type PrintAnswer = ProcessAnswer & ({ readonly document: Uint8Array } | { readonly failure: string });
