import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type AddendumContent, addendumContent } from '@pauta/domain/sales/addenda/addendum-content.ts';
import type { VersionContent } from '@pauta/domain/sales/addenda/fold-addendum.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { partiesOf } from '../signing/contract-parties.ts';
import { readSigningStates } from '../signing/signing-state.ts';

/** By which id the content of versions of a contract knows the lines of its order. */
export const readLineKeys = async (
  database: Queryable,
  contractId: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.query<{ id: string; key: string }>(
    sql`SELECT id, coalesce(contract_line_id, id) AS key FROM order_lines WHERE contract_id = ${contractId}::uuid`,
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
};

/** What an addendum says, as its signers read it: on the version that it changed, or on the newest one. */
export const readAddendumContent = async (
  database: Queryable,
  addendum: AnyRecord,
): Promise<AddendumContent> => {
  const contractId = referenceId(addendum.contract_id) ?? '';
  const before = await database.one<{ version: number; hash: string; content: string }>(sql`
    SELECT version, hash, content FROM contract_versions
    WHERE contract_id = ${contractId}::uuid AND version < coalesce(
      (SELECT version FROM contract_versions WHERE addendum_id = ${addendum.id}::uuid), 2147483647)
    ORDER BY version DESC LIMIT 1`);
  if (!before) throw new Error(`contract ${contractId} is signed without a version`);
  const [state] = await readSigningStates(database, [addendum.id], 'addenda');
  if (!state) throw new Error(`addendum ${addendum.id} is gone`);
  return addendumContent(
    addendum,
    { ...before, content: JSON.parse(before.content) as VersionContent },
    partiesOf(state),
    await readLineKeys(database, contractId),
  );
};
