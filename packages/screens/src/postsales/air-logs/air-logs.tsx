import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { loggedSpots } from '@pauta/domain/postsales/air-logs/logged-spot.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { ColumnsInput } from '../../column-files/columns-input.tsx';
import { UploadColumnFileButton } from '../../column-files/upload-button.tsx';
import { airLogKind } from './air-log-kind.ts';

/** The rows of a log that wait to be decided, in their list, where several are decided at once. */
const openRows = ({ id }: AnyRecord): string =>
  `${paths.list(loggedSpots)}?f.air_log_id=${id}&f.status=unmatched%2Cunreadable`;

const waiting = (log: AnyRecord): ReactElement | null =>
  log.status === 'reconciled' && Number(log.unmatched) > 0 ? (
    <Banner actions={<LinkButton to={openRows(log)}>Revisar</LinkButton>} tone="warning">
      {countOf(loggedSpots.label, Number(log.unmatched))} del log por revisar: elija su colocación o déjelas
      fuera.
    </Banner>
  ) : null;

/** PostVenta › Reportes de Evidencias › Logs de emisión: what stations aired, matched with what was placed. */
export const AirLogs = resourceScreens(airLogs, {
  inputs: { columns: ColumnsInput },
  list: {
    title: 'Logs de emisión',
    actions: <UploadColumnFileButton kind={airLogKind} />,
    description: 'Lo que cada canal y emisora emitió, según su automatización, y qué colocaciones prueba.',
    empty: 'Suba el log de un canal o emisora: cada fila busca su colocación por código y hora.',
  },
  detail: {
    description: ({ subdivision_id }) => (subdivision_id as Reference | null)?.label,
    above: waiting,
    tabs: [
      {
        id: 'filas',
        label: 'Filas',
        content: (log) => (
          <RelatedList
            actions={
              <LinkButton to={paths.filtered(loggedSpots, { air_log_id: log.id })}>Filtrar</LinkButton>
            }
            by="air_log_id"
            empty="Concilie el log para leer sus filas."
            of={log}
            resource={loggedSpots}
            title="name"
          />
        ),
      },
    ],
  },
});

/** PostVenta › Reportes de Evidencias › Logs de emisión › Filas: the work list of what no rule could match. */
export const LoggedSpots = resourceScreens(loggedSpots, {
  list: {
    title: 'Filas de los logs',
    description: 'Lo que dicen los logs. Lo que no coincide con nada se decide aquí.',
  },
});
