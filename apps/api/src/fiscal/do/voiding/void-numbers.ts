import { mostVoided } from '@pauta/domain/finance/fiscal-sequence.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import { conflict, invalid } from '../../../platform/http/problem.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';

interface SequenceRow {
  readonly next: number;
  /** The last number that is not voided. */
  readonly last: number;
  readonly has_voided: boolean;
  readonly issuer: boolean;
}

const outside = ({ next, last }: SequenceRow): string =>
  next > last
    ? 'No le quedan números sin usar.'
    : `Elija un número del ${formatCount(next)} al ${formatCount(last)}: son los que no se usaron.`;

/**
 * Voids unused numbers of an electronic sequence, from one to another, by default all that are left. The row of the
 * sequence is locked, as by who takes a number, so that none is both issued and voided. Numbers after the voided ones go on
 * in a sequence of their own. The message to the authority is signed and sent behind.
 */
export const voidNumbers: CommandHandler<unknown, AnyRecord> = {
  answer: {
    first_no: { type: 'integer' },
    last_no: { type: 'integer' },
  },
  run: async ({ tx }, sequence, input) => {
    const row = await tx.one<SequenceRow>(sql`
      SELECT s.next_no AS next, coalesce(s.voided_from - 1, s.last_no) AS last, s.voided_from IS NOT NULL AS has_voided,
        EXISTS (SELECT FROM ecf_issuers e WHERE e.company_id = s.company_id AND e.archived_at IS NULL) AS issuer
      FROM fiscal_sequences s WHERE s.id = ${sequence.id}::uuid FOR UPDATE`);
    if (!row?.issuer)
      throw conflict(
        'not_an_issuer',
        'La compañía no es emisora electrónica todavía. Regístrela en Emisores electrónicos.',
      );
    const first = input.from_no == null ? row.next : Number(input.from_no);
    const last = input.to_no == null ? row.last : Number(input.to_no);
    if (first < row.next || first > row.last) throw invalid({ from_no: [outside(row)] });
    if (last < first || last > row.last)
      throw invalid({
        to_no: [last < first ? 'Es menor que el primero.' : outside(row)],
      });
    if (last - first >= mostVoided)
      throw invalid({
        from_no: [
          `De una vez se anulan como máximo ${formatCount(mostVoided)} números. Empiece en el ${formatCount(last - mostVoided + 1)}.`,
        ],
      });
    if (last < row.last && row.has_voided)
      throw invalid({
        to_no: ['De esta secuencia ya se anuló el final: anule todos los que quedan, o desde otro número.'],
      });
    await tx.query(sql`
      UPDATE fiscal_sequences SET voided_from = ${first},
        last_no = CASE WHEN ${last < row.last} THEN ${last} ELSE last_no END
      WHERE id = ${sequence.id}::uuid`);
    if (last < row.last)
      await tx.query(sql`
        INSERT INTO fiscal_sequences (company_id, document, first_no, last_no, next_no, expires_on, authorization_no, created_by)
        SELECT company_id, document, ${last + 1}, ${row.last}, ${last + 1}, expires_on, authorization_no,
          ${tx.change.actorId}::uuid
        FROM fiscal_sequences WHERE id = ${sequence.id}::uuid`);
    await tx.query(sql`
      INSERT INTO voided_numbers (name, company_id, sequence_id, document, first_no, last_no, reason_id, created_by)
      VALUES (${`${String(sequence.document)} · ${first}–${last}`}, ${referenceId(sequence.company_id)}::uuid,
        ${sequence.id}::uuid, ${String(sequence.document)}, ${first}, ${last}, ${referenceId(input.reason_id)}::uuid,
        ${tx.change.actorId}::uuid)`);
    return { first_no: first, last_no: last };
  },
};
