import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatAmount, signedAmount } from '@pauta/domain/money/currency-amount.ts';
import { token as t } from '@pauta/layout/theme';
import type { LineNoteProps } from '@pauta/ui/document/form/line-row.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { QuoteLineNote } from '../quotes/line-note.tsx';

const Note = styled.p`
  margin: 0;
  color: ${t('color-text-muted')};
  font-size: ${t('text-sm')};
`;

const outcomes: Readonly<Record<string, string>> = {
  change: 'Con la adenda, su neto cambia en',
  remove: 'Se quita: su neto cambia en',
};

/**
 * Below a line in the form: how it is in force and what the addendum makes of it, or for a new one whether its space is
 * free and its price.
 */
export function AddendumLineNote({ line, tables }: LineNoteProps): ReactElement | null {
  if (line.op === 'add') return <QuoteLineNote line={line} tables={tables} />;
  if (line.before_net === null || line.before_net === undefined) return null;
  const currency = String(line.currency_code ?? 'DOP');
  const until =
    typeof line.before_flight_to === 'string' ? `, hasta el ${formatCivilDate(line.before_flight_to)}` : '';
  const outcome = outcomes[String(line.op)];
  return (
    <Note>
      En vigor: neto {formatAmount({ amount: String(line.before_net), currency })}
      {until}.{' '}
      {outcome ? `${outcome} ${signedAmount(String(line.delta_net ?? '0.00'), currency)}.` : 'Queda igual.'}
    </Note>
  );
}
