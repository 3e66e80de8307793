import { bankMovements } from '@pauta/domain/billing/bank-files/bank-movement.ts';
import type { StatementColumn } from '@pauta/domain/billing/bank-files/statement-table.ts';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { withMeanings } from '../../import-export/column-files/given-columns.ts';
import { asAction } from '../../platform/as-action.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { attempt } from '../../resource/bulk/chunks.ts';
import type { CommandHandler, JobCommandHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { changeRecord } from '../../resource/writing/change-record.ts';
import { describeFrom } from './describe-from.ts';
import { matchAtOnce, matchMovements } from './match-movements.ts';
import { readMovements, rememberColumns } from './read-movements.ts';

/** What a job reads and proposes is not in the audit log: what is decided is. */
const quietly = (tx: Transaction) => tx.query(sql`SELECT set_config('pauta.matching', 'on', true)`);

type Position = { readonly afterLine: number } | { readonly matchAfter: number };

const counts = {
  rows: { type: 'integer', description: 'Movimientos del archivo.' },
  sure: { type: 'integer', description: 'Propuestas seguras.' },
  pending: { type: 'integer', description: 'Movimientos por decidir.' },
  repeated: { type: 'integer', description: 'Movimientos que ya estaban.' },
};

const match: JobCommandHandler<unknown, AnyRecord> = {
  answer: counts,
  runChunk: async ({ tx }, file, _input, { position, done }) => {
    await quietly(tx);

    const at = (position ?? { afterLine: 0 }) as Position;
    if ('afterLine' in at) {
      if (at.afterLine === 0) await rememberColumns(tx, file);
      const last = await readMovements(tx, file, at.afterLine);
      return {
        position: last === null ? { matchAfter: 0 } : { afterLine: last },
        done: last ?? done,
      };
    }
    const next = await tx.one<{ line: number | null }>(sql`
      SELECT max(line) AS line FROM (
        SELECT line FROM bank_movements WHERE bank_file_id = ${file.id}::uuid AND line > ${at.matchAfter} AND status = 'pending'
        ORDER BY line LIMIT ${matchAtOnce}) m`);
    if (next?.line) {
      await matchMovements(tx, file, { from: at.matchAfter + 1, to: next.line });
      return { position: { matchAfter: next.line }, done };
    }
    const found = await tx.one<{ rows: number; sure: number; pending: number; repeated: number }>(sql`
      UPDATE bank_files f SET begins_on = m.first, ends_on = m.last
      FROM (SELECT min(booked_on) AS first, max(booked_on) AS last FROM bank_movements WHERE bank_file_id = ${file.id}::uuid) m
      WHERE f.id = ${file.id}::uuid RETURNING rows, sure, pending, repeated`);
    return { finished: { ...found } };
  },
};

const confirmSure: JobCommandHandler<unknown, AnyRecord> = {
  answer: {
    confirmed: { type: 'integer', description: 'Movimientos que se confirmaron.' },
    refused: { type: 'integer', description: 'Movimientos que quedan por decidir.' },
  },
  runChunk: async (context, file, _input, { position }) => {
    const { tx, actor, server } = context;
    const at = (position ?? { afterLine: 0, confirmed: 0, refused: 0 }) as {
      readonly afterLine: number;
      readonly confirmed: number;
      readonly refused: number;
    };
    // One in each transaction: the counters of entries and receipts are locked until its end.
    const next = await tx.one<{ id: string; line: number }>(sql`
      SELECT id, line FROM bank_movements
      WHERE bank_file_id = ${file.id}::uuid AND line > ${at.afterLine} AND status = 'pending' AND grade = 'sure'
      ORDER BY line LIMIT 1`);
    if (!next) return { finished: { confirmed: at.confirmed, refused: at.refused } };
    const served = servedOf(server, bankMovements.name);
    const current = parseRecord(await readRecord(tx, served.table, next.id, actor, { lock: true }));
    let { confirmed, refused } = at;
    // Somebody may have decided it while this run waited for its lock.
    if (current.status === 'pending' && current.grade === 'sure') {
      const result = await attempt(tx, () =>
        asAction(tx, 'confirm', () =>
          changeRecord(context, served, current, {
            action: 'confirm',
            input: {},
            version: current.row_version,
          }),
        ),
      );
      if ('done' in result) confirmed += 1;
      else {
        refused += 1;
        await tx.query(sql`
          UPDATE bank_movements SET grade = 'possible', problem = ${result.refused.message.slice(0, 300)}
          WHERE id = ${next.id}::uuid`);
      }
    }
    return { position: { afterLine: next.line, confirmed, refused }, done: confirmed + refused };
  },
};

const discard: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(sql`
      SELECT id FROM bank_files WHERE id = ANY(${ids}::uuid[]) AND settled > 0`);
    const reason: Reason = {
      code: 'has_settled',
      text: 'El archivo tiene movimientos resueltos. Vuelva a revisarlos antes de descartarlo.',
    };
    return new Map(rows.map(({ id }) => [id, [reason]]));
  },
  run: async ({ tx }, file) => {
    await quietly(tx);
    await tx.query(sql`
      UPDATE bank_movements SET status = 'unread', proposal = NULL, grade = NULL, why = NULL, payment_id = NULL,
        invoice_id = NULL, invoice_numbers = NULL, problem = NULL
      WHERE bank_file_id = ${file?.id}::uuid AND status <> 'unread'`);
    await tx.query(sql`SELECT set_config('pauta.matching', '', true)`);
    return undefined;
  },
};

/** Headers and samples are those of the file; what the columns mean, and in which row their titles are, is the user's. */
const keepColumns: NonNullable<ResourceHooks['beforeUpdate']> = async ({ tx }, current, values) => {
  const before = (current.columns ?? []) as unknown as readonly StatementColumn[];
  const headerLine = Number(values.header_line ?? current.header_line);
  if (current.format !== 'table' && headerLine !== 0)
    throw invalid({ header_line: ['Este formato no tiene fila de títulos.'] });
  if (current.format === 'table' && headerLine !== Number(current.header_line)) {
    const columns = await describeFrom(tx, current, headerLine);
    return { columns: JSON.stringify(columns) };
  }
  if (!('columns' in values)) return undefined;
  return {
    columns: JSON.stringify(withMeanings(before, (values.columns ?? []) as readonly JsonRow[])),
  };
};

/** Server code of bank files (domain §1.6). */
export const bankFileHooks: ResourceHooks = {
  beforeUpdate: keepColumns,
  commands: { match, confirm_sure: confirmSure as JobCommandHandler, discard },
};
