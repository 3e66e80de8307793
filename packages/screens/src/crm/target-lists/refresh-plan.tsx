import { clients } from '@pauta/domain/crm/clients/client.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { BlockedList } from '@pauta/ui/undo/blocked-list.tsx';
import type { ReactElement } from 'react';

interface Named {
  readonly id: string;
  readonly title: string;
}

/** The answer of the command `refresh` of a target list, and of its dry run. */
export interface Refreshing {
  readonly entering: number;
  readonly entering_named: readonly Named[];
  readonly leaving: number;
  readonly leaving_named: readonly Named[];
  readonly kept: number;
  readonly removed: number;
  readonly blocked: readonly (Named & { readonly reason: string })[];
  readonly blocked_total: number;
}

/** Maximum number of names in a line. */
const mostNamed = 8;

const line = (count: number, named: readonly Named[]): string => {
  if (count === 0) return 'Ninguna';
  const shown = named.slice(0, mostNamed).map(({ title }) => title);
  const rest = count - shown.length;
  return `${formatCount(count)}: ${shown.join(', ')}${rest > 0 ? ` y ${formatCount(rest)} más` : ''}`;
};

/** Shows the accounts that a refresh of a dynamic target list would add and remove. */
export function RefreshPlan({
  plan,
  onGo,
}: {
  plan: Refreshing;
  onGo: (path: string) => void;
}): ReactElement {
  const { kept, removed, blocked, blocked_total } = plan;
  const items = [
    { key: 'entering', label: 'Entran', value: line(plan.entering, plan.entering_named) },
    { key: 'leaving', label: 'Salen', value: line(plan.leaving, plan.leaving_named) },
    {
      key: 'kept',
      label: 'Se quedan aunque el filtro ya no las encuentra',
      value: kept === 0 ? 'Ninguna' : `${formatCount(kept)}, porque se trabajaron o se agregaron a mano`,
    },
    ...(removed > 0
      ? [
          {
            key: 'removed',
            label: 'No vuelven',
            value: `${formatCount(removed)}, porque alguien las quitó de la lista`,
          },
        ]
      : []),
    ...(blocked_total > 0
      ? [{ key: 'blocked', label: 'No pueden entrar', value: formatCount(blocked_total) }]
      : []),
  ];
  return (
    <>
      <DescriptionList items={items.map((item) => ({ ...item, wide: true }))} />
      <BlockedList
        blocked={blocked.map((one) => ({ ...one, path: paths.record(clients, one.id) }))}
        label="Clientes que no pueden entrar y por qué"
        onGo={onGo}
        total={blocked_total}
      />
    </>
  );
}
