import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { type BucketSize, bucketSizes, lastDayOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { type ShownValue, shownValues } from './matrix/words.ts';
import { lengths, type Shown, type ShownChange } from './shown.ts';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--pauta-space-2) var(--pauta-space-3);
  & > [data-field] { inline-size: 9.5rem; }
  & > [data-field='day'] { inline-size: 11.5rem; }
  & > [data-end] { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); margin-inline-start: auto; }
`;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The first day of the period before or after this one, of the same length. */
const moved = ({ from, to, by, length }: Shown, direction: 1 | -1): string => {
  if (direction === 1) return addDays(to, 1);
  if (by !== 'month') return addDays(from, (by === 'week' ? -7 : -1) * Number(length));
  return `${lastDayOf(`${from.slice(0, 7)}-01`, 1 - Number(length), 'month').slice(0, 7)}-01`;
};

/** Which days are shown, in which columns, and what of them. */
export function PeriodBar({
  shown,
  isList,
  onChange,
  children,
}: {
  readonly shown: Shown;
  /** Whether the spaces are shown as a list, without numbers. */
  readonly isList: boolean;
  readonly onChange: (change: ShownChange) => void;
  /** Buttons at the end. */
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <Root>
      <IconButton
        icon={<ChevronLeft aria-hidden size={16} />}
        label="Periodo anterior"
        onClick={() => onChange({ from: moved(shown, -1) })}
      />
      <div data-field="day">
        <DatePicker label="Desde" onChange={(from) => onChange({ from })} value={shown.from} />
      </div>
      <IconButton
        icon={<ChevronRight aria-hidden size={16} />}
        label="Periodo siguiente"
        onClick={() => onChange({ from: moved(shown, 1) })}
      />
      <Button onClick={() => onChange({ from: '' })}>Hoy</Button>
      <div data-field>
        <Select
          clearable={false}
          label="Columnas"
          onChange={(by) => onChange({ by: by as BucketSize })}
          options={optionsOf(bucketSizes)}
          value={shown.by}
        />
      </div>
      <div data-field>
        <Select
          clearable={false}
          label="Periodo"
          onChange={(length) => onChange({ length })}
          options={optionsOf(lengths[shown.by])}
          value={shown.length}
        />
      </div>
      {!isList && (
        <div data-field>
          <Select
            clearable={false}
            label="Cada celda muestra"
            onChange={(value) => onChange({ value: value as ShownValue })}
            options={optionsOf(shownValues)}
            value={shown.value}
          />
        </div>
      )}
      {children && <div data-end>{children}</div>}
    </Root>
  );
}
