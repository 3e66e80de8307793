import { contentOf } from '../../document/document-content.ts';
import { referenceId } from '../../kinds/reference.ts';
import { linesIn } from '../../resource/lines.ts';
import type { AnyRecord, Values } from '../../resource/resource.ts';
import { type ContractParties, contentOfLine, contentOfPayer } from '../contracts/contract-content.ts';
import { addenda } from './addendum.ts';
import { addendumInstalments } from './addendum-line.ts';
import type { VersionContent } from './fold-addendum.ts';

/** A line of a contract that an addendum adds, changes or removes. */
export interface AddendumContentLine {
  readonly id: string;
  readonly op: 'add' | 'change' | 'remove';
  /** As the version before says; null for one that is added. */
  readonly before: Values | null;
  /** Null for one that is removed. */
  readonly after: Values | null;
}

/** What the signers of an addendum agree to. */
export interface AddendumContent {
  readonly addendum: Values;
  /** The contract as it is before, with the number and the hash of its version: nobody signs a change of another text. */
  readonly contract: Values;
  readonly parties: ContractParties;
  /** Lines that change. */
  readonly lines: readonly AddendumContentLine[];
  /** By how much what is invoiced on a day changes, before tax. */
  readonly instalments: readonly Values[];
  /** Who pays which part of what is not invoiced yet; absent if nothing of it changes. */
  readonly payers?: {
    /** Empty: the billing party of the contract paid all of it. */
    readonly before: readonly Values[];
    readonly after: readonly Values[];
  };
}

/** The version of a contract to which an addendum is made. */
export interface AmendedVersion {
  readonly version: number;
  readonly hash: string;
  readonly content: VersionContent;
}

const leftOut: ReadonlySet<string> = new Set([
  'contract_id',
  'status',
  'signed_on',
  'own_signatory_ids',
  'client_signatory_ids',
  'agency_signatory_ids',
]);

const amendedFields = [
  'number',
  'name',
  'currency_code',
  'signed_on',
  'net',
  'taxable',
  'tax',
  'total',
  'billing_party',
] as const;

/**
 * The content of an addendum that signatures fix, as plain JSON.
 *
 * @param addendum header and lines in the form of an answer, with the names of its references
 * @param keys by which id the content of versions knows a line of the order
 */
export const addendumContent = (
  addendum: AnyRecord,
  { version, hash, content }: AmendedVersion,
  parties: ContractParties,
  keys: ReadonlyMap<string, string>,
): AddendumContent => {
  const payers = linesIn(addendum, 'payers').map(contentOfPayer);
  const beforeById = new Map(content.lines.map(({ id, ...line }) => [id, line]));
  return {
    addendum: contentOf(addenda.fields, addendum, leftOut),
    contract: {
      ...Object.fromEntries(amendedFields.map((name) => [name, content.contract[name] ?? null])),
      version,
      hash,
    },
    parties,
    lines: linesIn(addendum, 'lines')
      .filter(({ op }) => op !== 'keep')
      .map((line) => {
        const op = line.op as AddendumContentLine['op'];
        const id = op === 'add' ? line.id : (keys.get(referenceId(line.order_line_id) ?? '') ?? line.id);
        return {
          id,
          op,
          before: beforeById.get(id) ?? null,
          after: op === 'remove' ? null : contentOfLine(line),
        };
      }),
    instalments: linesIn(addendum, 'instalments').map((line) =>
      contentOf(addendumInstalments.fields, line, leftOut),
    ),
    ...(payers.length > 0 && { payers: { before: content.payers ?? [], after: payers } }),
  };
};
