import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A document that a contract needs. */
export interface RequiredDocument {
  readonly contract_id: string;
  readonly id: string;
  readonly name: string;
  readonly file_type: { readonly id: string; readonly label: string };
  readonly blocks: 'submit' | 'sign' | 'nothing';
  readonly is_missing: boolean;
  /** Last civil day of the newest one that is expired; null if none is. */
  readonly expired_on: string | null;
}

/** The documents that contracts need on a day, in one statement. @param on civil day */
export const requiredDocuments = (
  database: Queryable,
  ids: readonly string[],
  on: string,
): Promise<readonly RequiredDocument[]> =>
  database.query<RequiredDocument>(sql`
    SELECT d.contract_id, r.id, r.name, json_build_object('id', t.id, 'label', t.name) AS file_type, r.blocks,
      d.is_missing, d.expired_on::text
    FROM required_documents(${[...ids]}::uuid[], ${on}::date) d
      JOIN document_requirements r ON r.id = d.requirement_id JOIN file_types t ON t.id = r.file_type_id
    ORDER BY d.contract_id, array_position('{submit,sign,nothing}'::text[], r.blocks), r.name, r.id`);

/**
 * Why a contract is not sent to be signed, or not signed, on a day: documents that it needs are missing or expired.
 *
 * @param step what is about to happen; what is needed to send it is needed to sign it, too
 */
export const documentReasons = async (
  database: Queryable,
  contractId: string,
  { on, step }: { readonly on: string; readonly step: 'submit' | 'sign' },
): Promise<readonly Reason[]> => {
  const fix = { label: 'Adjuntar documentos', path: `/${contracts.screen}/${contractId}?tab=documentos` };
  return (await requiredDocuments(database, [contractId], on))
    .filter(({ is_missing, blocks }) => is_missing && (blocks === 'submit' || blocks === step))
    .map(({ name, file_type, expired_on }) => ({
      code: 'document_missing',
      text:
        expired_on === null
          ? `Falta un documento: ${name}. Adjunte uno del tipo «${file_type.label}».`
          : `Venció el ${formatCivilDate(expired_on)} un documento: ${name}. Adjunte uno vigente del tipo «${file_type.label}».`,
      fix,
    }));
};
