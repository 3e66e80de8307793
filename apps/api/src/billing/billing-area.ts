import { accountRooms } from '@pauta/domain/billing/account-rooms/account-room.ts';
import { writeOffs } from '@pauta/domain/billing/adjustments/write-off.ts';
import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { bankMovements } from '@pauta/domain/billing/bank-files/bank-movement.ts';
import { barterReceipts } from '@pauta/domain/billing/barter/barter-receipt.ts';
import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { sellerPlans } from '@pauta/domain/billing/commissions/seller-plan.ts';
import { invoiceDeliveries } from '@pauta/domain/billing/delivery/invoice-delivery.ts';
import { receiptDeliveries } from '@pauta/domain/billing/delivery/receipt-delivery.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { journalEntries } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { postingAccounts } from '@pauta/domain/billing/ledger/posting-account.ts';
import { openings } from '@pauta/domain/billing/opening/opening.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { paymentApplications } from '@pauta/domain/billing/payments/payment-application.ts';
import { paymentWithholdings } from '@pauta/domain/billing/payments/payment-withholding.ts';
import { rebateAccruals } from '@pauta/domain/billing/rebates/rebate-accrual.ts';
import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import { fiscalPeriods } from '@pauta/domain/finance/fiscal-period.ts';
import type { Area } from '../platform/area.ts';
import { workRegularly } from '../platform/regular-work.ts';
import type { CommandHandler } from '../resource/commands/handler.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { accountPages } from './account-room/room-routes.ts';
import { shareAccount } from './account-room/share-room.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { chargeInterest } from './adjustments/charge-interest.ts';
import { chargeReturn } from './adjustments/charge-return.ts';
import { givePromptDiscount } from './adjustments/prompt-discount.ts';
import { writeOffHooks, writeOffInvoice } from './adjustments/write-offs.ts';
import { bankFileHooks } from './bank-files/file-hooks.ts';
import { bankMovementHooks } from './bank-files/movement-hooks.ts';
import { takeBankFileRoute } from './bank-files/take-bank-file.ts';
import { barterHooks } from './barter/barter-hooks.ts';
import { closeRoutes } from './close/close-routes.ts';
import { periodCommands } from './close/period-commands.ts';
import { collectionArea } from './collections/collection-area.ts';
import { openDispute } from './collections/dispute-hooks.ts';
import { disputeRejected } from './collections/dispute-rejected.ts';
import { adjustCommission } from './commissions/adjust-commission.ts';
import { outlookRoutes } from './commissions/outlook-routes.ts';
import { payrollRoutes } from './commissions/payroll-routes.ts';
import { settlementHooks } from './commissions/settlement-hooks.ts';
import { settlementPrintingRoutes } from './commissions/settlement-printing.ts';
import { billingConstraints } from './constraints.ts';
import { contractPartRoutes } from './contracts/contract-part-routes.ts';
import { dueRoutes } from './contracts/due-routes.ts';
import { prepareInvoices } from './contracts/prepare-invoices.ts';
import { mailAccepted } from './delivery/mail-accepted.ts';
import { sendInvoice } from './delivery/send-invoice.ts';
import { sendReceipt } from './delivery/send-receipt.ts';
import { invoiceHooks } from './invoices/invoice-hooks.ts';
import { invoiceTableRoutes } from './invoices/table-routes.ts';
import { ledgerRoutes } from './ledger/ledger-routes.ts';
import { openingHooks } from './opening/opening-hooks.ts';
import { openingRoutes } from './opening/opening-routes.ts';
import { paymentHooks } from './payments/payment-hooks.ts';
import { receiptRoutes } from './payments/printing/receipt-routes.ts';
import { invoicePrintingRoutes } from './printing/printing-routes.ts';
import { rebateHooks } from './rebates/rebate-hooks.ts';
import { issueRunJob, workOnBillingRun } from './runs/issue-run.ts';
import { runReportRoutes } from './runs/report-routes.ts';
import { runHooks } from './runs/run-hooks.ts';
import { withholdingRoutes } from './withholdings/withholding-routes.ts';
import { workbenchRoutes } from './workbench/workbench-routes.ts';

/** Invoices, payments, commissions of agencies, and their entries in the ledger. */
export const billingArea: Area = async (app) => {
  app.database.explainConstraints(billingConstraints);
  mountResource(app, invoices, {
    ...invoiceHooks,
    commands: {
      ...invoiceHooks.commands,
      prepare: prepareInvoices,
      charge_interest: chargeInterest,
      dispute: openDispute,
      prompt_discount: givePromptDiscount,
      send: sendInvoice,
      write_off: writeOffInvoice,
    },
  });
  invoiceTableRoutes(app);
  contractPartRoutes(app);
  invoicePrintingRoutes(app);
  // Closing a month posts its deferred income, so months are mounted here and not with the other parameters.
  mountResource(app, fiscalPeriods, {
    // The form accepts any day of the month.
    beforeCreate: async (_context, { month }) => ({ month: `${String(month).slice(0, 7)}-01` }),
    commands: periodCommands,
  });
  closeRoutes(app);
  runReportRoutes(app);
  settlementPrintingRoutes(app);
  payrollRoutes(app);
  outlookRoutes(app);
  ledgerRoutes(app);
  workbenchRoutes(app);
  dueRoutes(app);
  accountRoutes(app);
  withholdingRoutes(app);
  mountResource(app, payments, {
    ...paymentHooks,
    commands: { ...paymentHooks.commands, charge_return: chargeReturn, send_receipt: sendReceipt },
  });
  mountResource(app, barterReceipts, barterHooks);
  mountResource(app, writeOffs, writeOffHooks);
  receiptRoutes(app);
  takeBankFileRoute(app);
  mountResource(app, bankFiles, bankFileHooks);
  mountResource(app, bankMovements, bankMovementHooks);
  mountResource(app, agencyCommissions, { commands: { adjust: adjustCommission } });
  mountResource(app, commissionSettlements, settlementHooks);
  mountResource(app, sellerPlans);
  collectionArea(app);
  for (const resource of [
    paymentApplications,
    paymentWithholdings,
    journalEntries,
    postingAccounts,
    invoiceDeliveries,
    receiptDeliveries,
  ])
    mountResource(app, resource);
  mountResource(app, rebateAccruals, rebateHooks);
  mountResource(app, billingRuns, runHooks);
  openingRoutes(app);
  mountResource(app, openings, openingHooks);
  app.jobs.handle(issueRunJob, workOnBillingRun(app));
  mountResource(app, accountRooms, { commands: { share: shareAccount as CommandHandler } });
  await accountPages(app);
  workRegularly(app, {
    failure: 'accepted electronic documents were not mailed, or rejected ones not disputed',
    pause: 15_000,
    work: async (isStopped) => {
      await mailAccepted(app, isStopped);
      await disputeRejected(app, isStopped);
      return undefined;
    },
  });
};
