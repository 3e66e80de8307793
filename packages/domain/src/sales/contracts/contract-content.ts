import type { Fields } from '../../kinds/kind.ts';
import { isEmpty } from '../../kinds/kind.ts';
import type { Reference } from '../../kinds/reference.ts';
import { linesIn } from '../../resource/lines.ts';
import type { AnyRecord, Values } from '../../resource/resource.ts';
import { contracts, editableWhenSigned } from './contract.ts';
import { contractInstalments, contractLines } from './contract-line.ts';

/** A party or a signatory as it was at the signature: plain values without ids. */
export type Snapshot = Readonly<Record<string, string | null>>;

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

const named = ({ label, code }: Reference): Snapshot => ({ label, code: code ?? null });

const plain = (value: unknown): unknown => {
  if (isEmpty(value)) return null;
  return typeof value === 'object' && value !== null && 'id' in value && 'label' in value
    ? named(value as Reference)
    : value;
};

const contentOf = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !leftOut.has(name) && !fields[name]?.options.computed)
      .map((name) => [name, plain(values[name])]),
  );

/** The content of a sold line, without its id. @param line in the form of an answer */
export const contentOfLine = (line: Values): Values => contentOf(contractLines.fields, line);

/**
 * The content of a contract that a signature fixes, as plain JSON: every amount, date and condition, the lines in their
 * order, and the parties as they were. References are written as names, so that merging clients changes no signed text.
 *
 * @param contract header and lines in the form of an answer, with the names of its references
 * @param parties as they are at the signature
 */
export const contractContent = (contract: AnyRecord, parties: ContractParties): Values => ({
  contract: contentOf(contracts.fields, contract),
  parties,
  lines: linesIn(contract, 'lines').map((line) => ({
    id: line.id,
    ...contentOfLine(line),
  })),
  instalments: linesIn(contract, 'instalments').map((line) => contentOf(contractInstalments.fields, line)),
});
