import { mostVoided } from '@pauta/domain/finance/fiscal-sequence.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import { conflict, invalid } from '../../../platform/http/problem.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';

/**
 * Voids the numbers of an electronic sequence that are left, from one on. The row of the sequence is locked, as by who
 * takes a number, so that none is both issued and voided; the message to the authority is signed and sent behind.
 */
export const voidNumbers: CommandHandler<unknown, AnyRecord> = {
  answer: {
    first_no: { type: 'integer' },
    last_no: { type: 'integer' },
  },
  run: async ({ tx }, sequence, input) => {
    const row = await tx.one<{ next: number; last: number; issuer: boolean }>(sql`
      SELECT s.next_no AS next, coalesce(s.voided_from - 1, s.last_no) AS last, EXISTS (
        SELECT FROM ecf_issuers e WHERE e.company_id = s.company_id AND e.archived_at IS NULL) AS issuer
      FROM fiscal_sequences s WHERE s.id = ${sequence.id}::uuid FOR UPDATE`);
    if (!row?.issuer)
      throw conflict(
        'not_an_issuer',
        'La compañía no es emisora electrónica todavía. Regístrela en Emisores electrónicos.',
      );
    const first = input.from_no == null ? row.next : Number(input.from_no);
    if (first < row.next || first > row.last)
      throw invalid({
        from_no: [
          row.next > row.last
            ? 'No le quedan números sin usar.'
            : `Elija un número del ${formatCount(row.next)} al ${formatCount(row.last)}: son los que no se usaron.`,
        ],
      });
    if (row.last - first >= mostVoided)
      throw invalid({
        from_no: [
          `De una vez se anulan como máximo ${formatCount(mostVoided)} números. Empiece en el ${formatCount(row.last - mostVoided + 1)}.`,
        ],
      });
    await tx.query(sql`UPDATE fiscal_sequences SET voided_from = ${first} WHERE id = ${sequence.id}::uuid`);
    await tx.query(sql`
      INSERT INTO voided_numbers (name, company_id, sequence_id, document, first_no, last_no, reason_id, created_by)
      VALUES (${`${String(sequence.document)} · ${first}–${row.last}`}, ${referenceId(sequence.company_id)}::uuid, ${sequence.id}::uuid, ${String(sequence.document)}, ${first},
        ${row.last}, ${referenceId(input.reason_id)}::uuid, ${tx.change.actorId}::uuid)`);
    return { first_no: first, last_no: row.last };
  },
};
