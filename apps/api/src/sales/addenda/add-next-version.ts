import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { foldAddendum, type VersionContent } from '@pauta/domain/sales/addenda/fold-addendum.ts';
import { contentOfPayer } from '@pauta/domain/sales/contracts/contract-content.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { addVersion } from '../signing/contract-version.ts';
import { type SigningRequest, statedSignatures } from '../signing/signing-request.ts';
import { readLineKeys } from './read-addendum-content.ts';

/** Adds the version of the contract that follows from the addendum to the one before it. */
export const addNextVersion = async (
  tx: Transaction,
  addendum: AnyRecord,
  {
    contractNumber,
    signedOn,
    request,
  }: {
    readonly contractNumber: string;
    readonly signedOn: string;
    /** With all its signatures. */
    readonly request: SigningRequest;
  },
): Promise<void> => {
  const contractId = (addendum.contract_id as Reference).id;
  const last = await tx.one<{ version: number; hash: string; content: string }>(sql`
    SELECT version, hash, content FROM contract_versions WHERE contract_id = ${contractId}::uuid
    ORDER BY version DESC LIMIT 1`);
  if (!last) throw new Error(`contract ${contractId} is signed without a version`);
  const before = JSON.parse(last.content) as VersionContent;
  const content = foldAddendum(before, {
    lines: linesIn(addendum, 'lines'),
    instalments: linesIn(addendum, 'instalments'),
    payers: linesIn(addendum, 'payers').map(contentOfPayer),
    keys: await readLineKeys(tx, contractId),
  });
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
          content_hash: request.hash,
          document_hash: request.document_hash,
          signatures: statedSignatures(request),
        },
      ],
    },
    prevHash: last.hash,
    addendumId: addendum.id,
  });
};
