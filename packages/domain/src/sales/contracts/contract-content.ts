import { contentOf, type Snapshot } from '../../document/document-content.ts';
import { linesIn } from '../../resource/lines.ts';
import type { AnyRecord, Values } from '../../resource/resource.ts';
import type { signingMethods } from '../signing/signature.ts';
import type { SigningSide } from '../signing/signing-order.ts';
import { contracts, editableWhenSigned, formerFields } from './contract.ts';
import { contractInstalments, contractLines, formerLineFields } from './contract-line.ts';
import { suspensionFields } from './life/suspension.ts';
import { contractPayers } from './sold/contract-payer.ts';
import { type Clause, fillText } from './texts/fill-text.ts';
import { textValues } from './texts/text-values.ts';

/** Everybody named in a contract, as they were at the signature. */
export interface ContractParties {
  readonly company: Snapshot;
  readonly client: Snapshot;
  readonly agency: Snapshot | null;
  readonly signatories: readonly Snapshot[];
}

/** What a contract says: the content of a version of it, or of a draft. */
export interface ContractContent {
  readonly contract: Values;
  readonly parties: ContractParties;
  /** Lines in force. */
  readonly lines: readonly (Values & { readonly id: string })[];
  /** By day, before tax. */
  readonly instalments: readonly Values[];
  /** Who pays which part; absent if its billing party pays all of it. */
  readonly payers?: readonly Values[];
  /** The terms as they were when it was sent to be signed. Absent from a contract without any. */
  readonly terms?: ContractTerms;
  /** What was changed since the signature, the oldest first. Absent from the signed contract. */
  readonly addenda?: readonly Values[];
  /** SHA-256 of the document that the signers read; null if they signed on paper. Absent before it is signed. */
  readonly document_hash?: string | null;
  /** Absent before it is signed, and from contracts that an earlier release signed. */
  readonly signatures?: readonly ContentSignature[];
}

/** The terms of a contract: a text whose fields are filled with what the contract says. */
export interface ContractTerms {
  /** Name of the text. */
  readonly name: string;
  readonly clauses: readonly Clause[];
}

/** A signature as the content of a version states it. */
export interface ContentSignature {
  readonly party: SigningSide;
  readonly full_name: string;
  readonly national_id: string;
  readonly capacity: string;
  readonly method: keyof typeof signingMethods;
  /** Civil day. */
  readonly signed_on: string;
  /** ISO instant at which it was given or registered. */
  readonly at: string;
  readonly typed_name: string | null;
  /** An SVG path (`isDrawing`). */
  readonly drawing: string | null;
  readonly document_hash: string | null;
}

/** Fields that are not part of the signed text, besides computed ones: its state, and what may still change. */
const leftOut: ReadonlySet<string> = new Set([
  ...editableWhenSigned,
  ...Object.keys(suspensionFields),
  ...Object.keys(formerFields),
  ...Object.keys(formerLineFields),
  'status',
  'own_signatory_ids',
  'client_signatory_ids',
  'agency_signatory_ids',
  // What it says is in the terms.
  'text_id',
]);

/** The content of a sold line, without its id. @param line in the form of an answer */
export const contentOfLine = (line: Values): Values => contentOf(contractLines.fields, line, leftOut);

/** The content of who pays a part. @param line of `payers`, in the form of an answer */
export const contentOfPayer = (line: Values): Values => contentOf(contractPayers.fields, line, leftOut);

/** A text that becomes the terms of a contract. */
export interface TermsText {
  readonly name: string;
  readonly body: string;
}

/** Terms that came later are left out where nothing is agreed, so that contracts from before keep their hash. */
const headerOf = (contract: AnyRecord): Values => {
  const { evidence_silence_days: silence, ...header } = contentOf(contracts.fields, contract, leftOut);
  return silence === null ? header : { ...header, evidence_silence_days: silence };
};

/**
 * The content of a contract that a signature fixes, as plain JSON: every amount, date and condition, the lines in their
 * order, the parties as they were, and the terms. References are written as names, so that merging clients changes no
 * signed text.
 *
 * @param contract header and lines in the form of an answer, with the names of its references
 * @param parties as they are at the signature
 * @param text of its terms; null or absent without any
 */
export const contractContent = (
  contract: AnyRecord,
  parties: ContractParties,
  text?: TermsText | null,
): ContractContent => {
  const payers = linesIn(contract, 'payers').map(contentOfPayer);
  const content = {
    contract: headerOf(contract),
    parties,
    lines: linesIn(contract, 'lines').map((line) => ({
      id: line.id,
      ...contentOfLine(line),
    })),
    instalments: linesIn(contract, 'instalments').map((line) =>
      contentOf(contractInstalments.fields, line, leftOut),
    ),
    ...(payers.length > 0 && { payers }),
  };
  return text
    ? { ...content, terms: { name: text.name, clauses: fillText(text.body, textValues(content)) } }
    : content;
};
