import type { OccupancyWeeks } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { indexed } from '@pauta/domain/resource/indexed.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { CSSProperties, ReactElement } from 'react';
import { CardData, type CardProps, parametersOf } from './card-frame.tsx';

/** How much of the spaces of each platform is held or sold in the next weeks. */
export function OccupancyCard(props: CardProps): ReactElement {
  return (
    <CardData<OccupancyWeeks> path="/dashboard/occupancy" query={parametersOf(props)}>
      {({ weeks, platforms }) =>
        platforms.length === 0 ? (
          <p data-none>No hay espacios activos.</p>
        ) : (
          <FigureTable aria-label="Ocupación por semana" role="region" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Plataforma</th>
                  <th scope="col">Espacios</th>
                  {weeks.map((week) => (
                    <th key={week} scope="col">{`Desde ${formatCivilDate(week)}`}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {platforms.map(({ id, platform, spaces, weeks: parts }) => (
                  <tr key={id}>
                    <th scope="row">
                      <Link
                        to={`/ventas/ocupacion-disponibilidad?${new URLSearchParams({ 'f.platform_id': id })}`}
                      >
                        {platform}
                      </Link>
                    </th>
                    <td>
                      <Link
                        to={`${paths.list(indexed('inventory_items'))}?${new URLSearchParams({
                          'f.platform_id': id,
                          'f.status': 'active',
                          'f.parent_id': '-',
                        })}`}
                      >
                        {formatCount(spaces)}
                      </Link>
                    </td>
                    {parts.map((part, place) => (
                      <td key={weeks[place]}>
                        {part === null ? '—' : `${part} %`}
                        {part !== null && (
                          <i aria-hidden data-meter style={{ '--part': part } as CSSProperties} />
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </FigureTable>
        )
      }
    </CardData>
  );
}
