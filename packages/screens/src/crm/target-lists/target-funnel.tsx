import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { divide, isZero, multiply } from '@pauta/domain/money/arithmetic.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { FunnelTable, formatShare } from '../funnel-table.tsx';

const Words = styled.div`
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
      { name: 'won', label: 'Ganadas', count: of('won'), won: true },
    ],
    discarded: of('discarded'),
    unassigned: of('unassigned'),
  };
};

const words = (discarded: number, unassigned: number): string | null => {
  const parts = [
    ...(discarded > 0 ? [`${formatCount(discarded)} ${discarded === 1 ? 'descartada' : 'descartadas'}`] : []),
    ...(unassigned > 0 ? [`${formatCount(unassigned)} sin asignar`] : []),
  ];
  return parts.length > 0 ? `Además: ${parts.join(' y ')}.` : null;
};

/**
 * How many accounts of a list reached each stage: bars in a table with the same figures. A stage also counts accounts
 * that went further or were discarded later.
 */
export function TargetFunnel({ list }: { list: AnyRecord }): ReactElement {
  const { accounts, stages, discarded, unassigned } = countsOf(list);
  const amount = (name: string): string => formatField(fieldOf(targetLists, name), list[name], list);
  const goalAccounts = list.goal_accounts === null ? null : Number(list.goal_accounts);
  const goalAmount = list.goal_amount as string | null;
  const rest = words(discarded, unassigned);
  return (
    <Card title="Avance">
      <FunnelTable
        caption="Cuentas que llegaron a cada etapa"
        stages={[{ name: 'accounts', label: 'En la lista', count: accounts }, ...stages]}
        unit="Cuentas"
      />
      <Words>
        {rest && <p>{rest}</p>}
        <dl>
          <div>
            <dt>Ganado</dt>
            <dd>
              {amount('won_amount')}
              {goalAmount !== null &&
                ` de ${amount('goal_amount')} (${formatShare(isZero(goalAmount) ? 0 : Number(divide(multiply(String(list.won_amount), '100'), goalAmount, 1)))})`}
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
      </Words>
    </Card>
  );
}
