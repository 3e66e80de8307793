import { creditProposals } from '../crm/clients/credit-proposal.ts';
import type { Resource } from '../resource/resource.ts';

/** What is approved: records of one resource, for one purpose. */
export interface ApprovalKind {
  readonly label: string;
  readonly of: () => Resource;
  /** Permissions its reasons may ask for: who holds one has an inbox. */
  readonly permissions: readonly string[];
  /** Its record can be corrected and asked for again; if not, it is approved or rejected. */
  readonly isReturnable: boolean;
}

/** Every kind of approval; an area adds its own. */
export const approvalKinds = {
  credit_proposal: {
    label: 'Límite de crédito',
    of: () => creditProposals,
    permissions: ['clients.credit_limit'],
    isReturnable: false,
  },
} as const satisfies Readonly<Record<string, ApprovalKind>>;

export type ApprovalKindName = keyof typeof approvalKinds;

/** The kind of an approval by its name. @throws when there is none */
export const approvalKind = (name: unknown): ApprovalKind => {
  const kind = (approvalKinds as Readonly<Record<string, ApprovalKind>>)[String(name)];
  if (!kind) throw new Error(`There is no kind of approval ${String(name)}.`);
  return kind;
};
