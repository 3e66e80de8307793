import { roles } from './admin/roles/role.ts';
import { users } from './admin/users/user.ts';
import { approvals } from './approval/approval.ts';
import { accountRooms } from './billing/account-rooms/account-room.ts';
import { writeOffs } from './billing/adjustments/write-off.ts';
import { bankFiles } from './billing/bank-files/bank-file.ts';
import { bankMovements } from './billing/bank-files/bank-movement.ts';
import { barterReceipts } from './billing/barter/barter-receipt.ts';
import { collectionCases } from './billing/collections/collection-case.ts';
import { collectionLetters } from './billing/collections/collection-letter.ts';
import { collectionStages } from './billing/collections/collection-stage.ts';
import { invoiceDisputes } from './billing/collections/invoice-dispute.ts';
import { paymentPromises } from './billing/collections/payment-promise.ts';
import { agencyCommissions } from './billing/commissions/agency-commission.ts';
import { commissionSettlements } from './billing/commissions/commission-settlement.ts';
import { sellerPlans } from './billing/commissions/seller-plan.ts';
import { invoiceDeliveries } from './billing/delivery/invoice-delivery.ts';
import { receiptDeliveries } from './billing/delivery/receipt-delivery.ts';
import { invoices } from './billing/invoices/invoice.ts';
import { journalEntries } from './billing/ledger/journal-entry.ts';
import { postingAccounts } from './billing/ledger/posting-account.ts';
import { openings } from './billing/opening/opening.ts';
import { payments } from './billing/payments/payment.ts';
import { paymentApplications } from './billing/payments/payment-application.ts';
import { paymentWithholdings } from './billing/payments/payment-withholding.ts';
import { rebateAccruals } from './billing/rebates/rebate-accrual.ts';
import { billingRuns } from './billing/runs/billing-run.ts';
import { catalogues } from './catalogues/catalogues.ts';
import { agencies } from './crm/agencies/agency.ts';
import { volumeRebates } from './crm/agencies/volume-rebate.ts';
import { clientAgencies } from './crm/authorisations/client-agency.ts';
import { clients } from './crm/clients/client.ts';
import { creditProposals } from './crm/clients/credit-proposal.ts';
import { clientSocialLinks } from './crm/clients/social-link.ts';
import { contacts } from './crm/contacts/contact.ts';
import { activities } from './crm/follow-up/activity.ts';
import { publicForms } from './crm/forms/public-form.ts';
import { referrals } from './crm/referrals/referral.ts';
import { clientRegistrations } from './crm/registrations/client-registration.ts';
import { signatories } from './crm/signatories/signatory.ts';
import { targetLists } from './crm/target-lists/target-list.ts';
import { targetListMembers } from './crm/target-lists/target-list-member.ts';
import { accountTransferItems, accountTransfers } from './crm/transfers/account-transfer.ts';
import { bankAccounts } from './finance/bank-account.ts';
import { exchangeRates } from './finance/exchange-rate.ts';
import { fiscalPeriods } from './finance/fiscal-period.ts';
import { fiscalSequences } from './finance/fiscal-sequence.ts';
import { reasons } from './finance/reason.ts';
import { taxRates } from './finance/tax-rate.ts';
import { withholdingRules } from './finance/withholding-rule.ts';
import { ecfIssuers } from './fiscal/do/ecf-issuer.ts';
import { ecfDocuments } from './fiscal/ecf-documents/ecf-document.ts';
import { receivedDocuments } from './fiscal/received-documents/received-document.ts';
import { voidedNumbers } from './fiscal/voided-numbers/voided-numbers.ts';
import { workCrews } from './implementation/crews/work-crew.ts';
import { lateStarts } from './implementation/late-starts/late-start.ts';
import { workChecklists } from './implementation/work-orders/work-checklist.ts';
import { workOrders } from './implementation/work-orders/work-order.ts';
import { workOrderPhotos } from './implementation/work-orders/work-order-photo.ts';
import { workOrderSteps } from './implementation/work-orders/work-order-step.ts';
import { availsSheets } from './inventory/avails/avails-sheet.ts';
import { capacityExceptions } from './inventory/exceptions/capacity-exception.ts';
import { exclusivities } from './inventory/exclusivities/exclusivity.ts';
import { holds } from './inventory/holds/hold.ts';
import { inventoryItems } from './inventory/items/inventory-item.ts';
import { capacityOverrides } from './inventory/overrides/capacity-override.ts';
import { packages } from './inventory/packages/package.ts';
import { pointsOfInterest } from './inventory/points-of-interest/point-of-interest.ts';
import { priceLists } from './inventory/prices/price-list.ts';
import { techTemplates } from './inventory/tech-templates/tech-template.ts';
import { mediaFiles } from './media/files/media-file.ts';
import { airLogs } from './postsales/air-logs/air-log.ts';
import { loggedSpots } from './postsales/air-logs/logged-spot.ts';
import { evidenceItems } from './postsales/evidence/evidence-item.ts';
import { evidenceObjections } from './postsales/evidence/evidence-objection.ts';
import { evidenceReports } from './postsales/evidence/evidence-report.ts';
import { makegoodOffers } from './postsales/makegoods/makegood-offer.ts';
import { owedCredits } from './postsales/owed-credits/owed-credit.ts';
import { placingPlans } from './postsales/placing/placing-plan.ts';
import { placements } from './postsales/quotas/placement.ts';
import { quotas } from './postsales/quotas/quota.ts';
import { specialDays } from './postsales/special-days/special-day.ts';
import { techSheets } from './postsales/tech-sheets/tech-sheet.ts';
import { techSheetItems } from './postsales/tech-sheets/tech-sheet-item.ts';
import { clientBudgets } from './presales/planning/client-budget.ts';
import { repGoals } from './presales/planning/goals/rep-goal.ts';
import { salesBudgets } from './presales/planning/sales-budget.ts';
import { portfolioRules } from './presales/portfolio-rule.ts';
import { proofRuns } from './proofs/proof-run.ts';
import type { Resource } from './resource/resource.ts';
import { addenda } from './sales/addenda/addendum.ts';
import { contracts } from './sales/contracts/contract.ts';
import { contractVersions } from './sales/contracts/contract-version.ts';
import { contractFiles } from './sales/contracts/documents/contract-file.ts';
import { documentRequirements } from './sales/contracts/documents/document-requirement.ts';
import { cancellationProposals } from './sales/contracts/life/cancellation-proposal.ts';
import { orderLines } from './sales/contracts/order-line.ts';
import { contractTexts } from './sales/contracts/texts/contract-text.ts';
import { opportunities } from './sales/opportunities/opportunity.ts';
import { opportunityMoves } from './sales/opportunities/opportunity-move.ts';
import { forecastSnapshots } from './sales/pipeline/forecast-snapshot.ts';
import { quotes } from './sales/quotes/quote.ts';

/** Every resource: the API serves them, and the contract suites loop over them. */
export const resources: readonly Resource[] = [
  clients,
  clientSocialLinks,
  agencies,
  contacts,
  clientAgencies,
  signatories,
  creditProposals,
  approvals,
  proofRuns,
  volumeRebates,
  clientRegistrations,
  publicForms,
  targetLists,
  targetListMembers,
  accountTransfers,
  accountTransferItems,
  portfolioRules,
  salesBudgets,
  clientBudgets,
  repGoals,
  referrals,
  activities,
  invoices,
  payments,
  paymentApplications,
  paymentWithholdings,
  barterReceipts,
  writeOffs,
  bankFiles,
  bankMovements,
  agencyCommissions,
  commissionSettlements,
  sellerPlans,
  paymentPromises,
  collectionStages,
  collectionCases,
  collectionLetters,
  invoiceDisputes,
  rebateAccruals,
  billingRuns,
  openings,
  journalEntries,
  postingAccounts,
  opportunities,
  opportunityMoves,
  forecastSnapshots,
  contracts,
  contractTexts,
  contractFiles,
  documentRequirements,
  addenda,
  orderLines,
  contractVersions,
  cancellationProposals,
  quotes,
  taxRates,
  exchangeRates,
  bankAccounts,
  fiscalSequences,
  fiscalPeriods,
  withholdingRules,
  reasons,
  ecfIssuers,
  invoiceDeliveries,
  receiptDeliveries,
  accountRooms,
  ecfDocuments,
  receivedDocuments,
  voidedNumbers,
  mediaFiles,
  priceLists,
  packages,
  techTemplates,
  quotas,
  makegoodOffers,
  placements,
  placingPlans,
  specialDays,
  techSheets,
  techSheetItems,
  workCrews,
  workChecklists,
  workOrders,
  workOrderSteps,
  workOrderPhotos,
  lateStarts,
  evidenceReports,
  evidenceItems,
  evidenceObjections,
  owedCredits,
  airLogs,
  loggedSpots,
  users,
  roles,
  ...catalogues,
  inventoryItems,
  capacityExceptions,
  capacityOverrides,
  exclusivities,
  pointsOfInterest,
  availsSheets,
  holds,
];

const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** The resource of this name, if there is one. */
export const resourceNamed = (name: string): Resource | undefined => byName.get(name);
