import { createHash } from 'node:crypto';
import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { describeStatement } from '@pauta/domain/billing/bank-files/statement-table.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import sql from 'sql-template-tag';
import { matchMovements } from '../../billing/bank-files/match-movements.ts';
import { readMovements, rememberColumns } from '../../billing/bank-files/read-movements.ts';
import { insertFile } from '../../files/store-file.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';

const titles = ['Fecha', 'Referencia', 'Descripción', 'Débito', 'Crédito', 'Balance'];

interface Known {
  readonly reference: string;
  readonly amount: string;
  readonly day: string;
}

/**
 * The statement of the busiest account of the last month: payments that are registered, some of them reconciled with it;
 * transfers that pay invoices; charges of the bank, and movements that nobody knows yet.
 */
export const insertBankFile = async (
  tx: Transaction,
  { storage, today }: { readonly storage: Pick<Storage, 'put'>; readonly today: Date },
): Promise<void> => {
  const day = today.toISOString().slice(0, 10);
  const account = await tx.one<{ id: string; company_id: string; currency_code: string; name: string }>(sql`
    SELECT b.id, b.company_id, b.currency_code, b.name FROM bank_accounts b JOIN payments p ON p.bank_account_id = b.id
    WHERE p.status = 'registered' GROUP BY b.id ORDER BY count(*) DESC, b.id LIMIT 1`);
  if (!account) return;
  const known = await tx.query<Known>(sql`
    SELECT reference, amount::text, received_on::text AS day FROM payments
    WHERE bank_account_id = ${account.id}::uuid AND status = 'registered' ORDER BY received_on DESC, id LIMIT 12`);
  const open = await tx.query<Known & { readonly payer: string }>(sql`
    SELECT i.internal_no AS reference, i.balance::text AS amount, ${addDays(day, -3)} AS day,
      coalesce(a.trade_name, c.trade_name) AS payer
    FROM invoices i JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON i.bill_to = 'agency' AND a.id = i.agency_id
    WHERE i.company_id = ${account.company_id}::uuid AND i.currency_code = ${account.currency_code} AND i.balance > 0
      AND i.status = 'issued' AND i.doc_kind = 'invoice'
    ORDER BY i.due_date, i.id LIMIT 6`);
  const row = (on: string, reference: string, text: string, debit: string, credit: string): string[] => [
    formatCivilDate(on),
    reference,
    text,
    debit,
    credit,
    '',
  ];
  const movements = [
    ...known.map((one) => row(one.day, one.reference, 'Transferencia recibida', '', one.amount)),
    ...open.map((one, place) =>
      row(
        one.day,
        String(810_000 + place),
        place % 2 === 0 ? `Pago factura ${one.reference}` : `Transferencia de ${one.payer}`,
        '',
        one.amount,
      ),
    ),
    row(addDays(day, -2), '810100', 'Comisión por transferencias', '350.00', ''),
    row(addDays(day, -2), '810101', 'Impuesto 0.15 %', '118.40', ''),
    row(addDays(day, -2), '810102', 'Depósito en efectivo, sucursal 12', '', '18450.00'),
    row(addDays(day, -1), '810103', 'Transferencia a suplidor', '64000.00', ''),
  ];
  const table = [['Estado de cuenta', account.name, '', '', '', ''], titles, ...movements];
  const bytes = Buffer.from(`${table.map((cells) => cells.join(';')).join('\n')}\n`);
  const path = await storage.put(bytes, { kind: 'documents', extension: 'csv' });
  const sha256 = createHash('sha256').update(bytes).digest();
  const stored = await insertFile(
    tx,
    { name: `estado-${day}.csv`, mime: 'text/csv', bytes: bytes.length, sha256 },
    path,
  );
  const columns = describeStatement(table, 2, {});
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO bank_files (name, bank_account_id, file, sha256, header_line, columns)
    VALUES (${`Estado de ${account.name}, ${formatCivilDate(day)}.csv`.slice(0, 200)}, ${account.id}::uuid, ${stored.id}::uuid,
      ${sha256}, 2, ${JSON.stringify(columns)}::jsonb)
    RETURNING id`);
  if (!made) throw new Error('an insert answers its row');
  await tx.query(sql`
    INSERT INTO bank_movements (bank_file_id, bank_account_id, currency_code, line, cells, description)
    SELECT ${made.id}::uuid, ${account.id}::uuid, ${account.currency_code}, r.line, r.cells, '–'
    FROM jsonb_to_recordset(${JSON.stringify(
      table.map((cells, index) => ({ line: index + 1, cells })),
    )}::jsonb) AS r(line integer, cells jsonb)`);
  const file = parseRecord(await readRecord(tx, tableOf(bankFiles), made.id, 'system'));
  await tx.query(sql`SELECT set_config('pauta.matching', 'on', true)`);
  await rememberColumns(tx, file);
  await readMovements(tx, file, 0);
  await matchMovements(tx, file, { from: 1, to: table.length });
  // Half of the payments that were registered are reconciled with it.
  await tx.query(sql`
    UPDATE payments SET status = 'reconciled' WHERE id IN (
      SELECT payment_id FROM bank_movements
      WHERE bank_file_id = ${made.id}::uuid AND proposal = 'payment' AND grade = 'sure' ORDER BY line LIMIT 6)`);
  await tx.query(sql`
    UPDATE bank_movements m SET status = 'settled', outcome = 'reconciled', proposal = NULL, grade = NULL, why = NULL
    FROM payments p WHERE m.bank_file_id = ${made.id}::uuid AND p.id = m.payment_id AND p.status = 'reconciled'
      AND m.status = 'pending' AND m.proposal = 'payment'`);
  await tx.query(sql`
    UPDATE bank_files SET status = 'matched', begins_on = (SELECT min(booked_on) FROM bank_movements WHERE bank_file_id = ${made.id}::uuid),
      ends_on = (SELECT max(booked_on) FROM bank_movements WHERE bank_file_id = ${made.id}::uuid)
    WHERE id = ${made.id}::uuid`);
  await tx.query(sql`SELECT set_config('pauta.matching', '', true)`);
};
