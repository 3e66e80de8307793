import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';

/** What a notice is about, by which the queue is filtered. */
export const dueReasons = {
  evidence: 'Sin evidencia',
  tax_id: 'Compañía sin RNC',
  po: 'Sin orden de compra',
  credit: 'Crédito retenido o bloqueado',
  suspended: 'Contrato suspendido',
  drafted: 'En borrador',
} as const;

/** Something to know about what is due of a contract. */
export interface DueNotice {
  readonly reason: keyof typeof dueReasons;
  readonly text: string;
  readonly tone: 'warning' | 'danger' | 'info';
}

/**
 * What prevents or concerns the invoice of a contract: evidence that is missing, a company that cannot issue, an invoice
 * without purchase order, the credit of the payer, a draft that already exists.
 */
export const dueNotices = (contract: DueContract): readonly DueNotice[] => {
  const { currency, unproved, drafted, company_tax_id, po_number, credit_status, is_suspended } = contract;
  const money = (amount: string): string => formatAmount({ currency, amount });
  return [
    ...(isZero(unproved)
      ? []
      : [{ reason: 'evidence', text: `Sin evidencia: ${money(unproved)}`, tone: 'danger' } as const]),
    ...(company_tax_id === null
      ? [{ reason: 'tax_id', text: 'Compañía sin RNC', tone: 'danger' } as const]
      : []),
    ...(po_number === null ? [{ reason: 'po', text: 'Sin orden de compra', tone: 'warning' } as const] : []),
    ...(credit_status === 'on_hold'
      ? [{ reason: 'credit', text: 'Crédito retenido', tone: 'warning' } as const]
      : []),
    ...(credit_status === 'blocked'
      ? [{ reason: 'credit', text: 'Crédito bloqueado', tone: 'warning' } as const]
      : []),
    ...(is_suspended ? [{ reason: 'suspended', text: 'Contrato suspendido', tone: 'warning' } as const] : []),
    ...(isZero(drafted)
      ? []
      : [{ reason: 'drafted', text: `En borrador: ${money(drafted)}`, tone: 'info' } as const]),
  ];
};
