import { formatReason } from '@pauta/domain/approval/reason.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { absolute, divide, subtract } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { quoteReasons } from '@pauta/domain/sales/quotes/quote-approval.ts';
import { token as t } from '@pauta/layout/theme';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import type { SummaryProps } from '@pauta/ui/document/form/document-form.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { QuoteTables } from './quote-tables.ts';

const Budget = styled.div`
  display: grid;
  gap: ${t('space-1')};
  margin-block-start: ${t('space-4')};
  margin-inline-start: auto;
  max-inline-size: 24rem;
  color: ${t('color-text-muted')};
  font-variant-numeric: tabular-nums;
  & > strong { color: ${t('color-text')}; }
  & > strong[data-over] { color: ${t('color-danger-text')}; }
  & > progress { inline-size: 100%; accent-color: ${t('color-accent')}; }
`;

/** What the quote takes of the client's money, without taxes. */
function BudgetUse({ budget, used, currency }: Record<'budget' | 'used' | 'currency', string>): ReactElement {
  const left = subtract(budget, used);
  const isOver = compareDecimals(left, '0') < 0;
  const share = compareDecimals(budget, '0') > 0 ? Number(divide(used, budget, 4)) : 1;
  return (
    <Budget>
      <span>Dinero del cliente: {formatAmount({ amount: budget, currency })}, sin impuestos</span>
      <progress aria-label="Parte usada del dinero del cliente" max={1} value={Math.min(1, share)} />
      <strong data-over={isOver || undefined}>
        {isOver
          ? `Se pasa por ${formatAmount({ amount: absolute(left), currency })}`
          : `Quedan ${formatAmount({ amount: left, currency })}`}
      </strong>
    </Budget>
  );
}

/** Below the totals in the form of a quote: its part of the client's money, and why it will need an approval. */
export function QuoteSummary({ values, tables }: SummaryProps): ReactElement | null {
  const looked = tables as QuoteTables | undefined;
  if (!values) return null;
  const budget = isEmpty(values.budget_amount) ? null : String(values.budget_amount);
  const reasons = looked
    ? // The stored exposure is that of the saved client and total.
      quoteReasons({
        ...values,
        allowed_discount_pct: looked.allowed_discount_pct,
        allowed_bonus_pct: looked.allowed_bonus_pct,
        regulated_industry: looked.regulated_industry,
        credit_limit: null,
      })
    : [];
  const isAmount = budget !== null && /^\d+(\.\d+)?$/.test(budget);
  return (
    <>
      {isAmount && (
        <BudgetUse
          budget={budget}
          currency={String(values.currency_code)}
          used={String(values.taxable ?? '0.00')}
        />
      )}
      {reasons.length > 0 && (
        <Banner tone="info">
          <strong>Necesitará aprobación antes de enviarse.</strong>{' '}
          {reasons.map((reason) => formatReason(reason)).join(' ')}
        </Banner>
      )}
    </>
  );
}
