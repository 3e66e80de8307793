import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { Badge } from '../controls/badge.tsx';
import { Banner } from '../controls/banner.tsx';
import { DatePicker } from '../controls/date-picker.tsx';
import { FigureTable } from '../controls/figure-table.ts';
import { useLabels } from '../data/use-label.ts';
import type { HistoryEntry } from '../data/use-record.ts';
import { recordOn } from './record-on.ts';

/** The values of a record at the end of a day, beside those of today; the ones that changed since are marked. */
function RecordThen({
  resource,
  record,
  entries,
  day,
}: {
  resource: Resource;
  record: AnyRecord;
  entries: readonly HistoryEntry[];
  day: string;
}): ReactElement {
  const labels = useLabels();
  const { existed, values } = recordOn(resource, record, entries, day);
  const date = formatCivilDate(day);
  if (existed === 'before') return <Banner tone="neutral">El {date} todavía no existía.</Banner>;
  if (existed === 'unknown')
    return <Banner tone="neutral">El historial no llega hasta el {date}. Elija un día posterior.</Banner>;
  const shown = values.filter(({ field }) => {
    const definition = resource.fields[field];
    return definition !== undefined && labels.visible(definition);
  });
  // What changed is what one looks for.
  const sorted = [
    ...shown.filter(({ past, present }) => past !== present),
    ...shown.filter(({ past, present }) => past === present),
  ];
  return (
    <FigureTable>
      <table>
        <caption>
          Al terminar el {date}.{' '}
          {sorted[0]?.past === sorted[0]?.present && 'Nada ha cambiado desde entonces.'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th data-text scope="col">
              Entonces
            </th>
            <th data-text scope="col">
              Hoy
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ field, label, past, present }) => (
            <tr key={field}>
              <th scope="row">
                {label} {past !== present && <Badge tone="warning">Cambió</Badge>}
              </th>
              <td data-text>{past ?? '—'}</td>
              <td data-text data-none={past === present || undefined}>
                {past === present ? 'Igual' : (present ?? '—')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}

const Root = styled.div`
  display: grid;
  gap: ${t('space-3')};
  & > :first-child { max-inline-size: 20rem; }
  & td { white-space: normal; overflow-wrap: anywhere; }
`;

/** A day to choose, and the record as it was then. */
export function DayBefore({
  resource,
  record,
  entries,
}: {
  resource: Resource;
  record: AnyRecord;
  entries: readonly HistoryEntry[];
}): ReactElement {
  const [day, setDay] = useState('');
  return (
    <Root>
      <DatePicker
        hint="Muestra los datos como estaban ese día."
        label="Ver cómo era el"
        max={companyToday()}
        onChange={setDay}
        value={day}
      />
      {/^\d{4}-\d\d-\d\d$/.test(day) && (
        <RecordThen day={day} entries={entries} record={record} resource={resource} />
      )}
    </Root>
  );
}
