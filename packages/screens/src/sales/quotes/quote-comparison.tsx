import { formatAmount, signedAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type ComparedLine, compareQuotes } from '@pauta/domain/sales/quotes/compare-quotes.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ChangeList } from '@pauta/ui/controls/change-list.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Words = styled.ul`
  margin: 0;
  padding-inline-start: ${t('space-5')};
  & > li { overflow-wrap: anywhere; }
`;

const states = {
  added: ['Nuevo', 'success'],
  removed: ['Quitado', 'danger'],
  changed: ['Cambió', 'warning'],
  same: ['Igual', 'neutral'],
} as const satisfies Record<ComparedLine['state'], readonly [string, string]>;

/** Two versions of a quote beside each other, and what differs in words. */
export function QuoteComparison({
  before,
  after,
}: {
  readonly before: AnyRecord;
  readonly after: AnyRecord;
}): ReactElement {
  const { words, lines, totals } = compareQuotes(before, after);
  const currencies = [String(before.currency_code), String(after.currency_code)] as const;
  const money = (amount: string | null, currency: string): string =>
    amount === null ? '—' : formatAmount({ amount, currency });
  // Amounts of two currencies have no difference.
  const delta = (amount: string): string =>
    currencies[0] === currencies[1] ? signedAmount(amount, currencies[1]) : '';
  return (
    <Card title={`Versión ${String(before.version)} frente a versión ${String(after.version)}`}>
      {words.length === 0 ? (
        <p>Dicen lo mismo.</p>
      ) : (
        <Words>
          {words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Words>
      )}
      <FigureTable aria-label="Renglones comparados" role="region" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Renglón</th>
              <th scope="col">{`Neto v${String(before.version)}`}</th>
              <th scope="col">{`Neto v${String(after.version)}`}</th>
              <th scope="col">Diferencia</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {line.title} <Badge tone={states[line.state][1]}>{states[line.state][0]}</Badge>
                  {line.changes.length > 0 && (
                    <ChangeList changes={line.changes.filter(({ field }) => field !== 'net')} />
                  )}
                </th>
                <td>{money(line.before, currencies[0])}</td>
                <td>{money(line.after, currencies[1])}</td>
                <td>{delta(line.delta)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map(({ field, label, before: from, after: to, delta: difference }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>{from}</td>
                <td>{to}</td>
                <td>{delta(difference)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </FigureTable>
    </Card>
  );
}
