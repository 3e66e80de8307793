import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { saleLineFields } from '@pauta/domain/sales/lines/sale-line.ts';
import { soldRecords } from '@pauta/domain/sales/lines/sold-records.ts';
import sql, { raw } from 'sql-template-tag';
import { bookLines } from '../../inventory/capacity/move-capacity.ts';
import { endWaiting } from '../../inventory/holds/queue.ts';
import { preparedStatement, type Transaction } from '../../platform/database/database.ts';
import { openDelivery } from '../../postsales/open-delivery.ts';
import type { Context } from '../../resource/commands/context.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { quoted } from '../../resource/table.ts';
import { winOpportunity } from '../opportunities/win-opportunity.ts';
import { type BookableLine, bookingsOf, componentsOf, takenSpace } from '../signing/bookings-of.ts';
import { takeExclusivities } from '../signing/contract-exclusivity.ts';
import { addVersion } from '../signing/contract-version.ts';
import { lockAccounts, lockOtherPayers } from '../signing/lock-accounts.ts';
import { readContractContent } from '../signing/read-contract-content.ts';
import { requireSigningDay } from '../signing/require-signing-day.ts';
import {
  completeRequest,
  type DocumentToSign,
  type SigningRequest,
  statedSignatures,
} from '../signing/signing-request.ts';
import {
  readSigningStates,
  refuseUnsignable,
  type SigningState,
  signingReasons,
} from '../signing/signing-state.ts';
import { lastSignedOn } from './give-signature.ts';
import type { PreparedDocument, SignedKind } from './signed-kind.ts';

const copied = raw(Object.keys(saleLineFields(soldRecords)).map(quoted).join(', '));

/**
 * Makes an order line of each line of the contract, with what was billed of it before the contract was imported.
 *
 * @returns what each line and component of a package takes of a space, with the holds of the line of the quote that it
 *   comes from
 */
const addOrderLines = (tx: Transaction, contractId: string): Promise<BookableLine[]> =>
  tx.query<BookableLine>(
    preparedStatement(sql`
    WITH made AS (
      INSERT INTO order_lines (contract_id, contract_line_id, currency_code, billed_net, billed_quantity, ${copied})
      SELECT l.contract_id, l.id, c.currency_code, coalesce(f.billed, 0),
        coalesce(round(l.quantity * f.billed / nullif(l.net, 0), 4), 0), ${raw(
          Object.keys(saleLineFields(soldRecords))
            .map((name) => `l.${quoted(name)}`)
            .join(', '),
        )}
      FROM contract_lines l JOIN contracts c ON c.id = l.contract_id
        CROSS JOIN LATERAL (SELECT CASE WHEN c.former_number IS NOT NULL THEN l.former_billed END AS billed) f
      WHERE l.contract_id = ${contractId}::uuid ORDER BY l.position, l.id
      RETURNING id, contract_line_id, inventory_item_id, package_id, flight, days, units_per_day, units, duration_sec, components)
    SELECT m.id, ${takenSpace('m')},
      ARRAY(
        SELECT h.id::text FROM contract_lines l JOIN holds h ON h.quote_line_id = l.quote_line_id
        WHERE l.id = m.contract_line_id AND h.package_item_id IS NOT DISTINCT FROM s.package_item_id
          AND h.status IN ('requested', 'queued', 'active') ORDER BY h.id) AS hold_ids
    FROM made m CROSS JOIN LATERAL ${componentsOf('m')} s WHERE s.inventory_item_id IS NOT NULL`),
  );

/** The content of version 0: what was signed, the day of the last signature, and every signature. */
const signedContent = (request: SigningRequest, signedOn: string): Values => {
  const read = JSON.parse(request.content) as { readonly contract: Values };
  return {
    ...read,
    contract: { ...read.contract, signed_on: signedOn },
    document_hash: request.document_hash,
    signatures: statedSignatures(request),
  };
};

/** What a contract says that gets this number when it is sent to be signed. */
export const contractToSign = async (
  tx: Transaction,
  contract: AnyRecord,
  number: string,
): Promise<DocumentToSign> => {
  return {
    contractId: contract.id,
    addendumId: null,
    billingParty: contract.billing_party === 'agency' ? 'agency' : 'client',
    content: await readContractContent(tx, { ...contract, number }),
  };
};

/** A contract takes its number when it is sent to be signed, and keeps it if it goes back to draft. */
const prepareContract = async (
  { tx, server, isDry }: Context,
  contract: AnyRecord,
): Promise<PreparedDocument> => {
  const number =
    (contract.number as string | null) ??
    (await server.engine.takeNumber(tx, {
      series: 'contract',
      company: (contract.company_id as Reference).id,
      isDryRun: isDry,
    }));
  return {
    ...(await contractToSign(tx, contract, number)),
    columns: contract.number === null ? { number } : {},
  };
};

/**
 * Makes everything that a valid contract has: order lines, quotas, work orders and sheets, the exclusivity that it promises,
 * and the bookings of its spaces.
 *
 * @param beforeBooking runs before the spaces are locked
 */
export const startContract = async (
  context: Context,
  contract: AnyRecord,
  { client }: Pick<SigningState, 'client'>,
  beforeBooking: () => Promise<void>,
): Promise<void> => {
  const { tx } = context;
  const booked = await bookingsOf(tx, await addOrderLines(tx, contract.id));
  await openDelivery(tx, contract.id, booked);
  await tx.query(
    sql`UPDATE clients SET status = 'active' WHERE id = ${client.id}::uuid AND status = 'prospect'`,
  );
  await beforeBooking();
  const holdIds = booked.flatMap((line) => line.holdIds ?? []);
  if (contract.exclusivity_industry_id) await takeExclusivities(tx, contract.id, holdIds);
  // Late, because whoever wants the same spaces waits from here on.
  await bookLines(tx, booked);
  await endWaiting(context, holdIds);
};

/**
 * Checks signatories and credit with the payer locked, books the spaces, fixes the content with its hash, and makes client
 * and opportunity follow. Locks are taken in this order: the contract, its accounts, the opportunity, holds, counters of
 * capacity.
 */
const completeContract = async (
  context: Context,
  contract: AnyRecord,
  request: SigningRequest,
): Promise<Values> => {
  const { tx, now } = context;
  const signedOn = lastSignedOn(request);
  await lockAccounts(tx, referenceId(contract.client_id), referenceId(contract.agency_id));
  await lockOtherPayers(tx, contract.id);
  const [state] = await readSigningStates(tx, [contract.id]);
  if (!state) throw new Error(`contract ${contract.id} is gone within its own transaction`);
  requireSigningDay(signedOn, {
    state,
    now,
    why: contract.quote_id
      ? 'ese día se aceptó el presupuesto'
      : 'un contrato se registra hasta 30 días después de firmado',
  });
  const [first, ...others] = await signingReasons(tx, state, signedOn);
  if (first) throw refusalOf([first, ...others]);

  await startContract(context, contract, state, async () => {
    const opportunityId = referenceId(contract.opportunity_id);
    if (opportunityId !== null)
      await winOpportunity(tx, opportunityId, String(contract.net), state.currency_code);
  });
  const content = signedContent(request, signedOn);
  const { number, payer_name, payer_tax_id } = content.contract as Values;
  await addVersion(tx, {
    contractId: contract.id,
    version: 0,
    label: `${number} v0`,
    content,
    prevHash: null,
  });
  await completeRequest(tx, request);
  return { status: 'signed', signed_on: signedOn, payer_name, payer_tax_id };
};

/** Contracts, as people sign them. */
export const signedContracts: SignedKind = {
  resource: contracts,
  refuse: refuseUnsignable,
  prepare: prepareContract,
  complete: completeContract,
};
