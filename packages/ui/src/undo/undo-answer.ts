/** A record that cannot be changed back, and why. */
export interface BlockedRecord {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  /** Address of its page; null or absent if it has none. */
  readonly path?: string | null;
}

/** The response of `POST /undo/{request}` and, as a preview, of `GET`. */
export interface UndoAnswer {
  readonly request_id: string;
  /** Number of records that have their previous state again. */
  readonly undone: number;
  /** The first of the records that could not be undone. */
  readonly blocked: readonly BlockedRecord[];
  readonly blocked_total: number;
  /** API paths of the changed resources. */
  readonly paths: readonly string[];
  /**
   * Whether the undo can be undone. A change that is undone as a whole, such as an approval, cannot be redone this way.
   */
  readonly repeatable: boolean;
  /** Only in the preview: number of records that the request changed. */
  readonly total?: number;
  /** Only in the preview: false if there are so many records that only the latest were tried. */
  readonly complete?: boolean;
}

/** Timeout in milliseconds, for an undo of thousands of records. */
export const longest = 300_000;
