import { targetLists } from '@pauta/domain/crm/target-list.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import type { CSSProperties, ReactElement } from 'react';
import { styled } from 'styled-components';

const Funnel = styled.div`
  container-type: inline-size;
  & table { inline-size: 100%; border-collapse: collapse; }
  & caption { margin-block-end: var(--pauta-space-2); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); text-align: start; }
  & th { padding: var(--pauta-space-1) 0; font-weight: var(--pauta-weight-medium); text-align: start; white-space: nowrap; }
  & thead th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: inherit; }
  & td, & thead th:not(:first-child, :nth-child(2)) { padding: var(--pauta-space-1) 0 var(--pauta-space-1) var(--pauta-space-4); text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
  & td[data-bar] { inline-size: 100%; }
  & td[data-bar] > span {
    display: block;
    block-size: 18px;
    inline-size: var(--part);
    min-inline-size: 2px;
    border-radius: var(--pauta-radius-sm);
    background: var(--pauta-color-accent);
  }
  & tr[data-won] td[data-bar] > span { background: var(--pauta-color-success); }
  & > p { margin: var(--pauta-space-3) 0 0; color: var(--pauta-color-text-muted); }
  & > dl { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2) var(--pauta-space-6); margin: var(--pauta-space-4) 0 0; }
  & dt { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & dd { margin: 0; font-weight: var(--pauta-weight-medium); font-variant-numeric: tabular-nums; }
`;

const countsOf = (record: AnyRecord) => {
  const of = (name: string): number => Number(record[name] ?? 0);
  return {
    accounts: of('accounts'),
    stages: [
      { name: 'contacted', label: 'Contactadas', count: of('contacted') },
      { name: 'meetings', label: 'Con reunión', count: of('meetings') },
      { name: 'proposals', label: 'Con propuesta', count: of('proposals') },
      { name: 'won', label: 'Ganadas', count: of('won') },
    ],
    discarded: of('discarded'),
    unassigned: of('unassigned'),
  };
};

const formatPercent = (value: number): string => `${formatCount(Math.round(value))} %`;

/** A share in percent; 0 of nothing is 0. */
const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part * 100) / whole);

const words = (discarded: number, unassigned: number): string | null => {
  const parts = [
    ...(discarded > 0 ? [`${formatCount(discarded)} ${discarded === 1 ? 'descartada' : 'descartadas'}`] : []),
    ...(unassigned > 0 ? [`${formatCount(unassigned)} sin asignar`] : []),
  ];
  return parts.length > 0 ? `Además: ${parts.join(' y ')}.` : null;
};

/**
 * How far the accounts of a list came: bars for the eye, the same figures as the table they stand in. A stage counts
 * who reached it, also who went further or was discarded later.
 */
export function TargetFunnel({ list }: { list: AnyRecord }): ReactElement {
  const { accounts, stages, discarded, unassigned } = countsOf(list);
  const amount = (name: string): string => formatField(fieldOf(targetLists, name), list[name], list);
  const goalAccounts = list.goal_accounts === null ? null : Number(list.goal_accounts);
  const goalAmount = list.goal_amount === null ? null : Number(list.goal_amount);
  const rest = words(discarded, unassigned);
  return (
    <Card title="Avance">
      <Funnel>
        <table>
          <caption>Cuentas que llegaron a cada etapa</caption>
          <thead>
            <tr>
              <th scope="col">Etapa</th>
              <td aria-hidden data-bar />
              <th scope="col">Cuentas</th>
              <th scope="col">Del total</th>
            </tr>
          </thead>
          <tbody>
            {[{ name: 'accounts', label: 'En la lista', count: accounts }, ...stages].map(
              ({ name, label, count }) => (
                <tr data-won={name === 'won' || undefined} key={name}>
                  <th scope="row">{label}</th>
                  <td aria-hidden data-bar>
                    {count > 0 && (
                      <span style={{ '--part': `${share(count, accounts)}%` } as CSSProperties} />
                    )}
                  </td>
                  <td>{formatCount(count)}</td>
                  <td>{formatPercent(share(count, accounts))}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
        {rest && <p>{rest}</p>}
        <dl>
          <div>
            <dt>Ganado</dt>
            <dd>
              {amount('won_amount')}
              {goalAmount !== null &&
                ` de ${amount('goal_amount')} (${formatPercent(share(Number(list.won_amount), goalAmount))})`}
            </dd>
          </div>
          {goalAccounts !== null && (
            <div>
              <dt>Meta de cuentas ganadas</dt>
              <dd>
                {formatCount(stages[3]?.count ?? 0)} de {formatCount(goalAccounts)}
              </dd>
            </div>
          )}
        </dl>
      </Funnel>
    </Card>
  );
}
