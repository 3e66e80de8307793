import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { areLinesCalculated, editableWhenSigned } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import { billContract } from '../../billing/contracts/prepare-invoices.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { renew } from '../copies/renew-contract.ts';
import { approvalLimits } from '../lines/approval-limits.ts';
import { checkFlights } from '../lines/check-flights.ts';
import { checkPackages } from '../lines/check-packages.ts';
import { checkedParties, checkParties } from '../lines/check-parties.ts';
import { requirePoliticalList } from '../lines/political-list.ts';
import { saleContextOf } from '../lines/sale-context.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';
import { heldCredits } from '../signing/held-credit.ts';
import { signedContracts } from '../signing-room/complete-contract.ts';
import { signingHandlers } from '../signing-room/signing-commands.ts';
import { draftAddendum } from './draft-addendum.ts';
import { cancelContract } from './life/cancel-contract.ts';
import { finishContract } from './life/finish-contract.ts';
import { resumeContract, suspendContract } from './life/suspend-contract.ts';
import { planBilling } from './plan-billing.ts';
import { attachScan } from './running/attach-scan.ts';
import { takeOver } from './running/take-over.ts';
import { undoImport, withdrawImport } from './running/withdraw-import.ts';

const editable: readonly string[] = editableWhenSigned;
const signing = signingHandlers(signedContracts);

/** Hooks of contracts (domain §1.4). */
export const contractHooks: ResourceHooks = {
  tables: async ({ tx }, body) => {
    // What comes from a quote was checked with it.
    const isCalculated = areLinesCalculated(body);
    if (isCalculated) {
      checkFlights(body, 'del contrato');
      await requirePoliticalList(tx, body);
    }
    const terms = await readSaleTerms(tx, saleContextOf(body));
    if (isCalculated) checkPackages(body, terms);
    return terms;
  },
  beforeCreate: async ({ tx, isImport }, values) => {
    if (values.former_number && !isImport)
      throw invalid({ former_number: ['Un contrato de otro sistema entra desde un archivo: impórtelo.'] });
    await checkParties(tx, values, new Set(Object.keys(values)));
    const { client_id, agency_id, billing_party } = values;
    // Whoever pays a contract of another system owes it already.
    if (!values.former_number) {
      const held = await heldCredits(
        tx,
        sql`SELECT '', ${referenceId(client_id)}::uuid, ${referenceId(agency_id)}::uuid, ${String(billing_party)}`,
      );
      for (const reasons of held.values()) throw refusalOf(reasons);
    }
    if (values.billing_contact_id) return undefined;
    const usual = await tx.one<{ id: string | null }>(sql`
      SELECT usual_billing_contact(${referenceId(client_id)}::uuid, ${referenceId(agency_id)}::uuid, ${String(billing_party)}) AS id`);
    return { billing_contact_id: usual?.id ?? null };
  },
  beforeUpdate: async ({ tx }, current, values) => {
    if (
      current.status === 'pending_signature' &&
      Object.keys(values).some((name) => !editable.includes(name))
    )
      throw conflict(
        'awaits_signature',
        'El contrato espera sus firmas y no cambia. Devuélvalo a borrador para corregirlo.',
      );
    const changed = new Set(Object.keys(values));
    if (!current.quote_id && checkedParties.some((name) => changed.has(name)))
      await checkParties(tx, { ...current, ...values }, changed);
    return undefined;
  },
  beforeArchive: async (_context, current) => {
    if (current.quote_id)
      throw conflict(
        'contract_of_quote',
        'El contrato viene de un presupuesto. Cancélelo: así el presupuesto vuelve a estar aceptado.',
      );
  },
  imported: takeOver,
  withdrawTakenOver: (context, contract) => withdrawImport(context, contract, 'Importación deshecha.'),
  approvalLimits,
  commands: {
    plan_billing: planBilling,
    ...signing.commands,
    submit: signing.submit,
    sign: signing.signAll,
    amend: draftAddendum,
    bill: billContract,
    suspend: suspendContract,
    resume: resumeContract,
    renew,
    finish: finishContract,
    attach_scan: attachScan,
    undo_import: undoImport,
    cancel: cancelContract,
  },
};
