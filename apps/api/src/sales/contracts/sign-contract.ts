import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import { saleLineFields } from '@pauta/domain/sales/lines/sale-line.ts';
import { soldRecords } from '@pauta/domain/sales/lines/sold-records.ts';
import sql, { raw } from 'sql-template-tag';
import { bookLines } from '../../inventory/capacity/move-capacity.ts';
import { endWaiting } from '../../inventory/holds/queue.ts';
import { preparedStatement, type Transaction } from '../../platform/database/database.ts';
import { openDelivery } from '../../postsales/open-delivery.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { quoted, tableOf } from '../../resource/table.ts';
import { reread } from '../../resource/writing/write-record.ts';
import { winOpportunity } from '../opportunities/win-opportunity.ts';
import { type BookableLine, bookingsOf, componentsOf, takenSpace } from '../signing/bookings-of.ts';
import { partiesOf } from '../signing/contract-parties.ts';
import { addVersion } from '../signing/contract-version.ts';
import { lockAccounts } from '../signing/lock-accounts.ts';
import { requireSigningDay } from '../signing/require-signing-day.ts';
import { payerOf, readSigningStates, refuseUnsignable, signingReasons } from '../signing/signing-state.ts';

const copied = raw(Object.keys(saleLineFields(soldRecords)).map(quoted).join(', '));

/**
 * Makes an order line of each line of the contract.
 *
 * @returns what each line and component of a package takes of a space, with the holds of the line of the quote that it
 *   comes from
 */
const addOrderLines = (tx: Transaction, contractId: string): Promise<BookableLine[]> =>
  tx.query<BookableLine>(
    preparedStatement(sql`
    WITH made AS (
      INSERT INTO order_lines (contract_id, contract_line_id, currency_code, ${copied})
      SELECT l.contract_id, l.id, c.currency_code, ${raw(
        Object.keys(saleLineFields(soldRecords))
          .map((name) => `l.${quoted(name)}`)
          .join(', '),
      )}
      FROM contract_lines l JOIN contracts c ON c.id = l.contract_id
      WHERE l.contract_id = ${contractId}::uuid ORDER BY l.position, l.id
      RETURNING id, contract_line_id, inventory_item_id, package_id, flight, days, units_per_day, units, duration_sec, components)
    SELECT m.id, ${takenSpace('m')},
      ARRAY(
        SELECT h.id::text FROM contract_lines l JOIN holds h ON h.quote_line_id = l.quote_line_id
        WHERE l.id = m.contract_line_id AND h.package_item_id IS NOT DISTINCT FROM s.package_item_id
          AND h.status IN ('requested', 'queued', 'active') ORDER BY h.id) AS hold_ids
    FROM made m CROSS JOIN LATERAL ${componentsOf('m')} s WHERE s.inventory_item_id IS NOT NULL`),
  );

/**
 * Signs a contract, in one transaction: checks signatories and credit with the payer locked, books the spaces, takes the
 * number, fixes the content with its hash, and makes client and opportunity follow. Locks are taken in this order: the
 * contract, its accounts, the opportunity, holds, counters of capacity, the number series.
 */
export const signContract: CommandHandler = {
  refuse: refuseUnsignable,
  run: async (context, record, input) => {
    const { tx, now, server, isDry } = context;
    if (!record) throw new Error('a contract is signed by itself');
    const signedOn = String(input.signed_on);
    await lockAccounts(tx, referenceId(record.client_id), referenceId(record.agency_id));
    const [state] = await readSigningStates(tx, [record.id]);
    if (!state) throw new Error(`contract ${record.id} is gone within its own transaction`);
    requireSigningDay(signedOn, {
      state,
      now,
      why: record.quote_id
        ? 'ese día se aceptó el presupuesto'
        : 'un contrato se registra hasta 30 días después de firmado',
    });
    const [first, ...others] = await signingReasons(tx, state, signedOn);
    if (first) throw refusalOf([first, ...others]);

    const booked = await bookingsOf(tx, await addOrderLines(tx, record.id));
    await openDelivery(tx, record.id, booked);
    await tx.query(
      sql`UPDATE clients SET status = 'active' WHERE id = ${state.client.id}::uuid AND status = 'prospect'`,
    );
    const opportunityId = referenceId(record.opportunity_id);
    if (opportunityId !== null)
      await winOpportunity(tx, opportunityId, String(record.net), state.currency_code);

    const { account } = payerOf(state);
    const payer = { payer_name: account.legal_name, payer_tax_id: account.tax_id };
    const whole = parseRecord(await reread(tx, tableOf(contracts), record.id));
    // Late, because whoever wants the same spaces waits from here on.
    await bookLines(tx, booked);
    await endWaiting(
      context,
      booked.flatMap(({ holdIds = [] }) => holdIds),
    );
    // Last, because other signatures of the company wait for it.
    const number = await server.engine.takeNumber(tx, {
      series: 'contract',
      company: state.company.id,
      isDryRun: isDry,
    });
    const signed = { number, signed_on: signedOn, ...payer };
    await addVersion(tx, {
      contractId: record.id,
      version: 0,
      label: `${number} v0`,
      content: contractContent({ ...whole, ...signed }, partiesOf(state)),
      prevHash: null,
    });
    return signed;
  },
};
