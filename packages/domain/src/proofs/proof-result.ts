/** What a proof found of one invariant. */
export type ProofState =
  /** No row violates it. */
  | 'passed'
  /** Rows violate it. */
  | 'failed'
  /** It could not be proved, for example in time. */
  | 'error';

/** A row that violates an invariant. */
export interface OffendingRow {
  /** Name of its resource; null where it has no page. */
  readonly resource: string | null;
  readonly id: string | null;
  readonly label: string;
  /** What is wrong, as a sentence. */
  readonly wrong: string;
}

/** An invariant with what the last proof, or one proof, found of it. */
export interface ProvedInvariant {
  readonly name: string;
  /** In the domain model: `I7`. */
  readonly number: string;
  readonly title: string;
  readonly meaning: string;
  readonly enforced_by: string;
  /** Null: not proved yet. */
  readonly state: ProofState | null;
  /** When it was proved. */
  readonly at: string | null;
  /** Since when each proof found it kept, without interruption. */
  readonly since: string | null;
  /** Number of rows that violate it. */
  readonly count: number;
  /** The first of them that the reader may see. */
  readonly rows: readonly OffendingRow[];
  /** Why it could not be proved. */
  readonly problem: string | null;
  readonly took_ms: number | null;
  /** The open task about it, if the reader may see activities. */
  readonly task_id: string | null;
}

/** `GET /api/proofs`: every invariant, in the order of their numbers, and the proof that is running. */
export interface Proofs {
  readonly invariants: readonly ProvedInvariant[];
  /** Id of the proof that is running. */
  readonly running_id: string | null;
  /** When the last proof was finished. */
  readonly proved_at: string | null;
}
