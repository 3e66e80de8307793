import type { ReasonKind } from '@pauta/domain/finance/reason.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

/** Requires that a reason of this kind explains a document. @throws Problem 422 at `reason_id` */
export const requireReason = async (
  tx: Transaction,
  { reason_id }: Values,
  kind: ReasonKind,
): Promise<void> => {
  const row = await tx.one<{ kind: string }>(
    sql`SELECT kind FROM reasons WHERE id = ${referenceId(reason_id)}::uuid`,
  );
  if (!row) throw invalid({ reason_id: ['Elija el motivo de la nota.'] });
  if (row.kind !== kind)
    throw invalid({ reason_id: ['Ese motivo es de otra cosa. Elija otro de la lista.'] });
};
