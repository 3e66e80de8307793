import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { signingMethods } from '@pauta/domain/sales/signing/signature.ts';
import type { SigningSide } from '@pauta/domain/sales/signing/signing-order.ts';

/** A signature, as the API answers it. */
export interface SignatureAnswer {
  readonly method: keyof typeof signingMethods;
  /** Civil day. */
  readonly signed_on: string;
  /** ISO instant. */
  readonly at: string;
  readonly typed_name: string | null;
  /** An SVG path (`isDrawing`). */
  readonly drawing: string | null;
  readonly document_hash: string | null;
}

/** Somebody who signs, as the API answers them: in the order of their turns. */
export interface SignerAnswer {
  readonly id: string;
  readonly party: SigningSide;
  readonly full_name: string;
  readonly national_id: string;
  readonly capacity: string;
  readonly email: string | null;
  readonly turn: number;
  readonly in_turn: boolean;
  /** When the last link was made, an ISO instant. */
  readonly asked_at: string | null;
  /** Links that open today. */
  readonly open_links: number;
  /** When a link was last opened, an ISO instant. */
  readonly opened_at: string | null;
  readonly signature: SignatureAnswer | null;
  /** The sentence that was accepted. */
  readonly consent: string | null;
  /** The address to which the code went. */
  readonly signed_with: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** The user who registered it. */
  readonly registered_by: string | null;
  readonly scan: StoredFile | null;
}

/** What people were last asked to sign, as the API answers it. */
export interface SigningAnswer {
  readonly id: string;
  readonly hash: string;
  readonly document_hash: string | null;
  readonly outcome: 'completed' | 'refused' | 'withdrawn' | null;
  readonly refusal_reason: string | null;
  /** ISO instant. */
  readonly at: string;
  readonly signers: readonly SignerAnswer[];
}
