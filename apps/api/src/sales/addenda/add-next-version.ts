import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { foldAddendum, type VersionContent } from '@pauta/domain/sales/addenda/fold-addendum.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { addVersion } from '../signing/contract-version.ts';

/** Adds the version of the contract that follows from the addendum to the one before it. */
export const addNextVersion = async (
  tx: Transaction,
  addendum: AnyRecord,
  { contractNumber, signedOn }: { readonly contractNumber: string; readonly signedOn: string },
): Promise<void> => {
  const contractId = (addendum.contract_id as Reference).id;
  const last = await tx.one<{ version: number; hash: string; content: string }>(sql`
    SELECT version, hash, content FROM contract_versions WHERE contract_id = ${contractId}::uuid
    ORDER BY version DESC LIMIT 1`);
  if (!last) throw new Error(`contract ${contractId} is signed without a version`);
  const keys = await tx.query<{ id: string; key: string }>(
    sql`SELECT id, coalesce(contract_line_id, id) AS key FROM order_lines WHERE contract_id = ${contractId}::uuid`,
  );
  const before = JSON.parse(last.content) as VersionContent;
  const content = foldAddendum(before, {
    lines: linesIn(addendum, 'lines'),
    instalments: linesIn(addendum, 'instalments'),
    keys: new Map(keys.map(({ id, key }) => [id, key])),
  });
  const signatories = await tx.query<{ full_name: string; national_id: string; capacity: string }>(sql`
    SELECT s.full_name, s.national_id, s.capacity FROM signatories s WHERE s.id IN (
      SELECT own_signatory_id FROM addenda_own_signatories WHERE addenda_id = ${addendum.id}::uuid
      UNION ALL SELECT client_signatory_id FROM addenda_client_signatories WHERE addenda_id = ${addendum.id}::uuid
      UNION ALL SELECT agency_signatory_id FROM addenda_agency_signatories WHERE addenda_id = ${addendum.id}::uuid)
    ORDER BY s.id`);
  await addVersion(tx, {
    contractId,
    version: last.version + 1,
    label: `${contractNumber} v${last.version + 1}`,
    content: {
      ...content,
      addenda: [
        ...((before.addenda as readonly unknown[] | undefined) ?? []),
        {
          number: addendum.number,
          kinds: addendum.kinds,
          reason: addendum.reason,
          effective_on: addendum.effective_on,
          signed_on: signedOn,
          signatories,
        },
      ],
    },
    prevHash: last.hash,
    addendumId: addendum.id,
  });
};
