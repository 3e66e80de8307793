import { contentOf, type Snapshot } from '../../document/document-content.ts';
import { linesIn } from '../../resource/lines.ts';
import type { AnyRecord, Values } from '../../resource/resource.ts';
import { contracts, editableWhenSigned } from './contract.ts';
import { contractInstalments, contractLines } from './contract-line.ts';

/** Everybody named in a contract, as they were at the signature. */
export interface ContractParties {
  readonly company: Snapshot;
  readonly client: Snapshot;
  readonly agency: Snapshot | null;
  readonly signatories: readonly Snapshot[];
}

/** Fields that are not part of the signed text, besides computed ones: its state, and what may still change. */
const leftOut: ReadonlySet<string> = new Set([
  ...editableWhenSigned,
  'status',
  'own_signatory_ids',
  'client_signatory_ids',
  'agency_signatory_ids',
]);

/** The content of a sold line, without its id. @param line in the form of an answer */
export const contentOfLine = (line: Values): Values => contentOf(contractLines.fields, line, leftOut);

/**
 * The content of a contract that a signature fixes, as plain JSON: every amount, date and condition, the lines in their
 * order, and the parties as they were. References are written as names, so that merging clients changes no signed text.
 *
 * @param contract header and lines in the form of an answer, with the names of its references
 * @param parties as they are at the signature
 */
export const contractContent = (contract: AnyRecord, parties: ContractParties): Values => ({
  contract: contentOf(contracts.fields, contract, leftOut),
  parties,
  lines: linesIn(contract, 'lines').map((line) => ({
    id: line.id,
    ...contentOfLine(line),
  })),
  instalments: linesIn(contract, 'instalments').map((line) =>
    contentOf(contractInstalments.fields, line, leftOut),
  ),
});
