import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { LucideIcon } from 'lucide-react';

/**
 * A kind of file that is uploaded with what its columns mean. `POST /<path>/read?<owner>=<id>` takes it, with
 * `/preview` it answers how it would be read.
 */
export interface ColumnFile {
  /** Of the file; its field `columns` has the meanings, `header_line`, if it has one, the row with the titles. */
  readonly resource: Resource;
  /** Reference field with whose file it is. */
  readonly owner: string;
  /** Message if whose file it is was not chosen. */
  readonly noOwner: string;
  /** Of the rows, with the fields that a preview shows of each. */
  readonly rows: Resource;
  readonly shown: readonly string[];
  /** Fields by whose values the rows of a preview are counted. */
  readonly counted: readonly string[];
  /** The command that reads the file after it was uploaded; it runs as a job. */
  readonly command: string;
  readonly icon: LucideIcon;
  readonly texts: {
    readonly button: string;
    readonly title: string;
    readonly drop: string;
    readonly about: string;
    readonly confirm: string;
    /** What to do with a file that is too large. */
    readonly divide: string;
  };
  /** Extensions of its formats, with dots. */
  readonly accept: string;
}

/** How a file would be read, as the API answers it. */
export interface ColumnFilePreview {
  readonly columns: readonly JsonRow[];
  readonly header_line?: number;
  /** A file of a format with fixed columns has no titles. */
  readonly format?: string;
  /** Rows of the whole file. */
  readonly count: number;
  /** What is missing in the meanings of the columns; null if nothing is. */
  readonly missing: string | null;
  /** The first rows, as they would be read. */
  readonly rows: readonly Values[];
}
