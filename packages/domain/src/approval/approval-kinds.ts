import { creditProposals } from '../crm/clients/credit-proposal.ts';
import { holdDeciders, holds } from '../inventory/holds/hold.ts';
import { capacityOverrides, overrideDeciders } from '../inventory/overrides/capacity-override.ts';
import { listDeciders } from '../inventory/prices/list-approval.ts';
import { priceLists } from '../inventory/prices/price-list.ts';
import type { Resource } from '../resource/resource.ts';
import { addenda } from '../sales/addenda/addendum.ts';
import { contracts } from '../sales/contracts/contract.ts';
import { quotes } from '../sales/quotes/quote.ts';
import { quoteDeciders } from '../sales/quotes/quote-approval.ts';

/** A kind of approval: records of one resource, approved for one purpose. */
export interface ApprovalKind {
  readonly label: string;
  readonly of: () => Resource;
  /** Permissions that its reasons may require: a holder of one of them sees the inbox of approvals. */
  readonly permissions: readonly string[];
  /** Whether the record can be corrected and submitted again; if not, it is approved or rejected. */
  readonly isReturnable: boolean;
}

/** Every kind of approval; each area adds its own. */
export const approvalKinds = {
  credit_proposal: {
    label: 'Límite de crédito',
    of: () => creditProposals,
    permissions: ['clients.credit_limit'],
    isReturnable: false,
  },
  quotes: {
    label: 'Presupuesto',
    of: () => quotes,
    permissions: quoteDeciders,
    isReturnable: true,
  },
  contracts: {
    label: 'Contrato',
    of: () => contracts,
    permissions: quoteDeciders,
    isReturnable: true,
  },
  addenda: {
    label: 'Adenda',
    of: () => addenda,
    permissions: quoteDeciders,
    isReturnable: true,
  },
  price_lists: {
    label: 'Lista de precios',
    of: () => priceLists,
    permissions: listDeciders,
    isReturnable: true,
  },
  holds: {
    label: 'Reserva',
    of: () => holds,
    permissions: holdDeciders,
    isReturnable: false,
  },
  capacity_overrides: {
    label: 'Sobrecapacidad',
    of: () => capacityOverrides,
    permissions: overrideDeciders,
    isReturnable: false,
  },
} as const satisfies Readonly<Record<string, ApprovalKind>>;

export type ApprovalKindName = keyof typeof approvalKinds;

/** The kind of approval with a name. @throws if there is none */
export const approvalKind = (name: unknown): ApprovalKind => {
  const kind = (approvalKinds as Readonly<Record<string, ApprovalKind>>)[String(name)];
  if (!kind) throw new Error(`There is no kind of approval ${String(name)}.`);
  return kind;
};
