import { useApiQuery, useInvalidate } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { type SpecialDayEffects, specialDays } from '@pauta/domain/postsales/special-days/special-day.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { DisplacedList } from './effect-lists.tsx';
import { SpecialDayButtons } from './special-day-buttons.tsx';

/** What a special day took from the breaks, and the spots that it moved. */
export function EffectsTab({ record }: { readonly record: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: SpecialDayEffects }>(
    `/${specialDays.path}/${record.id}/effects`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={5} />
      </Card>
    );
  const { official, blocked, displaced } = data.data;
  return (
    <>
      {official.length > 0 && (
        <Card title="Tiempo oficial">
          <ul>
            {official.map(({ day, airs_at, institution, title, seconds }) => (
              <li key={`${day} ${airs_at} ${institution} ${title}`}>
                {`${formatCivilDate(day)}, ${airs_at} · ${formatCount(seconds)} s · ${institution}: ${title}`}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {blocked.length > 0 && (
        <Card title="Cortes bloqueados">
          <ul>
            {blocked.map(({ day, space }) => (
              <li key={`${day} ${space}`}>{`${formatCivilDate(day)} · ${space}`}</li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Anuncios movidos">
        <DisplacedList displaced={displaced} />
      </Card>
    </>
  );
}

function ListActions(): ReactElement {
  const invalidate = useInvalidate();
  return (
    <SpecialDayButtons initial={{}} onDone={() => void invalidate(`/${specialDays.path}`).catch(() => {})} />
  );
}

/** PostVenta › Gestión de Cupos › Días especiales: breaks that are not for commercial spots. */
export const SpecialDays = resourceScreens(specialDays, {
  list: {
    actions: <ListActions />,
    description:
      'Los cortes bloqueados y el tiempo oficial, con los anuncios que movieron. Se deshacen enteros.',
    empty: 'Bloquee un día de una emisora, o cargue el archivo del tiempo oficial.',
  },
  detail: {
    description: ({ subdivision_id }) => (subdivision_id as Reference | null)?.label,
    tabs: [{ id: 'efecto', label: 'Efecto', content: (record) => <EffectsTab record={record} /> }],
  },
});
