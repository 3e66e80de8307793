import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Tabs } from '@pauta/ui/controls/tabs.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { SpacePriceCell } from '../../prices/space-price-cell.tsx';
import { periodInWords } from '../matrix/words.ts';
import type { Taken } from '../taking/taken.ts';
import { DayBar } from './day-bar.tsx';
import { HolderTable } from './holder-table.tsx';
import { useOccupiedDays } from './occupied-day.ts';
import { SpaceExclusivities, SpacePriceTab } from './space-conditions.tsx';
import { SpaceMonth } from './space-month.tsx';
import { SpaceOverrides } from './space-overrides.tsx';
import { YearMap } from './year-map.tsx';

export interface SpaceDialogProps {
  readonly space: AvailabilityRow;
  /** The chosen days. */
  readonly from: string;
  readonly to: string;
  readonly onClose: () => void;
  /** Continues with what is to be taken. */
  readonly onTake: (taken: Taken, how: 'hold' | 'quote') => void;
}

const priceField = fieldOf(inventoryItems, 'usual_price_amount');

const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-1) var(--pauta-space-4);
  margin: 0 0 var(--pauta-space-3);
  color: var(--pauta-color-text-muted);
  & strong { color: var(--pauta-color-text); font-weight: var(--pauta-weight-medium); }
`;

const Actions = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-3);
  margin-block-start: var(--pauta-space-4);
  & a { margin-inline-end: auto; color: var(--pauta-color-accent-text); }
`;

/** What a space costs today, for those who see prices. */
function Price({ id }: { readonly id: string }): ReactElement | null {
  const { data } = useRecord(inventoryItems, id);
  const record = data?.data;
  const may = useMay(inventoryItems);
  if (!record || !may.see(priceField)) return null;
  return (
    <span>
      {'Precio vigente: '}
      <strong>
        {record.usual_price_amount ? (
          <SpacePriceCell
            field={priceField}
            place="detail"
            record={record}
            value={record.usual_price_amount}
          />
        ) : (
          'ninguna lista lo tiene'
        )}
      </strong>
    </span>
  );
}

/** The bar of a single day. */
function Day({ space, day }: { readonly space: AvailabilityRow; readonly day: string }): ReactElement | null {
  const { data } = useOccupiedDays(space.id, day, day);
  const capacity = data?.data[0]?.capacity;
  return capacity === undefined ? null : (
    <DayBar capacity={capacity} day={day} itemId={space.id} unit={space.capacity_unit} />
  );
}

/** A space: who has it on some days and who waits for it, its month, its year, its price, and taking it. */
export function SpaceDialog({ space, from, to, onClose, onTake }: SpaceDialogProps): ReactElement {
  const [period, setPeriod] = useState({ from, to });
  const [tab, setTab] = useState('holders');
  const mayHold = useMay(holds).create;
  const isDay = period.from === period.to;
  return (
    <Dialog onClose={onClose} open title={`${space.name}, ${periodInWords(period)}`} width={56}>
      <Facts>
        <span>{`${space.platform} · ${space.subdivision}`}</span>
        <Price id={space.id} />
      </Facts>
      <Tabs
        label="El espacio"
        onSelect={setTab}
        selected={tab}
        tabs={[
          {
            id: 'holders',
            label: 'Quién lo tiene',
            content: () => (
              <>
                <SpaceExclusivities from={period.from} itemId={space.id} to={period.to} />
                {isDay && <Day day={period.from} space={space} />}
                <HolderTable from={period.from} itemId={space.id} to={period.to} />
                <SpaceOverrides from={period.from} itemId={space.id} to={period.to} />
              </>
            ),
          },
          {
            id: 'price',
            label: 'Precio',
            content: () => <SpacePriceTab from={period.from} itemId={space.id} to={period.to} />,
          },
          {
            id: 'month',
            label: 'Mes',
            content: () => (
              <SpaceMonth
                from={period.from}
                itemId={space.id}
                key={period.from.slice(0, 7)}
                onChoose={(first, last) => setPeriod({ from: first, to: last })}
                to={period.to}
              />
            ),
          },
          {
            id: 'year',
            label: 'Año',
            content: () => (
              <YearMap
                from={period.from}
                itemId={space.id}
                onMonth={(first) => {
                  setPeriod({ from: first, to: first });
                  setTab('month');
                }}
              />
            ),
          },
        ]}
      />
      <Actions>
        <Link to={paths.record(inventoryItems, space.id)}>Abrir el espacio</Link>
        <Button onClick={() => onTake({ spaces: [space], ...period }, 'quote')}>
          Agregar a un presupuesto
        </Button>
        <Button
          disabledReason={mayHold.allowed ? undefined : mayHold.reason}
          onClick={() => onTake({ spaces: [space], ...period }, 'hold')}
          tone="primary"
        >
          Reservar
        </Button>
      </Actions>
    </Dialog>
  );
}
