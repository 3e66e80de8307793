/** A record that stays as it is, and why. */
export interface BlockedRecord {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  /** Its page; null or absent where there is none. */
  readonly path?: string | null;
}

/** The answer of `POST /undo/{request}`, and of `GET` as a preview. */
export interface UndoAnswer {
  readonly request_id: string;
  /** Records that are as they were before. */
  readonly undone: number;
  /** The first of those that are not. */
  readonly blocked: readonly BlockedRecord[];
  readonly blocked_total: number;
  /** Resources that changed, by their path in the API. */
  readonly paths: readonly string[];
  /** Can the undoing be undone? What goes back as one is done again by hand. */
  readonly repeatable: boolean;
  /** Beforehand: records that the request changed. */
  readonly total?: number;
  /** Beforehand: false when only the latest of very many records were tried. */
  readonly complete?: boolean;
}

/** As long as a command over thousands of records may take. */
export const longest = 300_000;
