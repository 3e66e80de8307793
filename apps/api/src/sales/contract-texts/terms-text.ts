import type { Reason } from '@pauta/domain/resource/command.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { TermsText } from '@pauta/domain/sales/contracts/contract-content.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The text that becomes the terms of a contract: the chosen one, else the one in use for its company, else for all. */
export const termsTextOf = async (
  database: Queryable,
  { companyId, textId }: { readonly companyId: string | null; readonly textId: string | null },
): Promise<TermsText | null> =>
  (await database.one<TermsText & { id: string }>(sql`
    SELECT name, body FROM contract_texts
    WHERE status = 'in_use' AND archived_at IS NULL
      AND (company_id = ${companyId}::uuid OR company_id IS NULL)
      AND id = coalesce(${textId}::uuid, id)
    ORDER BY company_id IS NULL LIMIT 1`)) ?? null;

/** Why drafts are not sent to be signed: the text that was chosen is not in use any more, or of another company. */
export const unusableTexts = async (
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Reason>> => {
  const rows = await database.query<{ id: string; name: string; is_in_use: boolean }>(sql`
    SELECT c.id, t.name, t.status = 'in_use' AND t.archived_at IS NULL AS is_in_use
    FROM contracts c JOIN contract_texts t ON t.id = c.text_id
    WHERE c.id = ANY(${ids}::uuid[]) AND c.status = 'draft'
      AND (t.status <> 'in_use' OR t.archived_at IS NOT NULL OR t.company_id <> c.company_id)`);
  return new Map(
    rows.map(({ id, name, is_in_use }) => [
      id,
      {
        code: 'text_not_in_use',
        text: `El texto «${name}» ${is_in_use ? 'es de otra compañía' : 'ya no está en uso'}: elija otro o deje vacío el campo.`,
        fix: { label: 'Elegir el texto', path: `/${contracts.screen}/${id}/editar` },
      },
    ]),
  );
};
