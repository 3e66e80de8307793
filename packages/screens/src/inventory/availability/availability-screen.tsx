import { platforms } from '@pauta/domain/catalogues/inventory.ts';
import { subdivisions } from '@pauta/domain/catalogues/organization.ts';
import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ComboBox, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { NumberField } from '@pauta/ui/controls/number-field.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { SearchField } from '@pauta/ui/controls/search-field.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useNarrow } from '@pauta/ui/controls/use-narrow.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useOptionLabels, useOptions } from '@pauta/ui/data/use-options.ts';
import { CalendarSearch } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { ShareAvailsButton } from '../avails/share-avails-button.tsx';
import { Matrix, type MatrixSelection } from './matrix.tsx';
import { cellPaint } from './matrix-style.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SpaceList } from './space-list.tsx';
import { lengths, type Shown, sharedBy, useAvailability, useShown } from './use-availability.ts';

const SpaceDialog = lazy(async () => ({ default: (await import('./space-dialog.tsx')).SpaceDialog }));

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--pauta-space-4);
`;

const Filters = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr));
  align-items: end;
  gap: var(--pauta-space-3);
`;

const Legend = styled.ul`
  ${cellPaint}
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-1) var(--pauta-space-4);
  margin: 0;
  padding: 0;
  list-style: none;
  color: var(--pauta-color-text-muted);
  font-size: var(--pauta-text-sm);
  & li { display: flex; align-items: center; gap: var(--pauta-space-2); }
  & [data-state] { inline-size: 2.25rem; block-size: 1.5rem; border: 1px solid var(--pauta-color-border); line-height: 1.3rem; }
`;

const legend = [
  { state: 'free', label: 'Libre: lo que queda', sample: '20', style: {} },
  { state: 'taken', label: 'Vendido', sample: '8', style: { '--sold': '60%' } },
  { state: 'taken', label: 'Reservado', sample: '8', style: { '--held': '60%' } },
  { state: 'full', label: 'Completo', sample: '0', style: { '--sold': '100%' } },
  { state: 'closed', label: 'No se vende', sample: '', style: {} },
] as const;

const usePlatforms = (text: string, open: boolean): OptionsState =>
  useOptions(platforms, text, { asking: open });
const useStations = (text: string, open: boolean): OptionsState =>
  useOptions(subdivisions, text, { asking: open });

function FilterFields({
  shown,
  change,
}: {
  shown: Shown;
  change: (change: Partial<Shown>) => void;
}): ReactElement {
  const [platform] = useOptionLabels(platforms, shown.platform ? [shown.platform] : []);
  const [station] = useOptionLabels(subdivisions, shown.station ? [shown.station] : []);
  return (
    <Filters>
      <SearchField
        label="Buscar espacios"
        labelled
        maxLength={200}
        onChange={(q) => change({ q })}
        placeholder="Nombre o código"
        value={shown.q}
      />
      <ComboBox
        label="Plataforma"
        onChange={(chosen) => change({ platform: chosen?.id ?? '' })}
        placeholder="Todas"
        useOptions={usePlatforms}
        value={platform ?? null}
      />
      <ComboBox
        label="Canal, emisora o circuito"
        onChange={(chosen) => change({ station: chosen?.id ?? '' })}
        placeholder="Todos"
        useOptions={useStations}
        value={station ?? null}
      />
      <DatePicker label="Desde" onChange={(from) => change({ from })} value={shown.from} />
      <Select
        clearable={false}
        label="Periodo"
        onChange={(length) => change({ length })}
        options={Object.entries(lengths).map(([value, label]) => ({ value, label }))}
        value={shown.length}
      />
      <NumberField
        label="Libre cada día, al menos"
        onChange={(least) => change({ least: /^\d{0,9}$/.test(least) ? least : '' })}
        placeholder="Cualquiera"
        value={shown.least}
      />
    </Filters>
  );
}

/** Ventas › Ocupación y Disponibilidad: what is free of each space on each day, and holding it. */
export function AvailabilityScreen(): ReactElement {
  const verdict = useMay(inventoryItems).permission('availability.view');
  return (
    <Page>
      <PageHeader
        actions={
          <>
            <LinkButton to={paths.list(holds)}>Reservas</LinkButton>
            <LinkButton to={paths.list(availsSheets)}>Hojas compartidas</LinkButton>
          </>
        }
        description="Lo que queda libre de cada espacio, cada día. Elija días de un espacio para reservarlos."
        title="Ocupación y Disponibilidad"
      />
      {verdict.allowed ? (
        <AllowedScreen />
      ) : (
        <NoAccess title="No puede ver la disponibilidad">{verdict.reason}</NoAccess>
      )}
    </Page>
  );
}

function AllowedScreen(): ReactElement {
  const [shown, change] = useShown();
  const { answer, days, rows } = useAvailability(shown);
  const [selection, setSelection] = useState<MatrixSelection | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useNarrow('48rem');
  const { data, error } = answer;
  const count = rows.filter(({ kind }) => kind === 'space').length;
  // The same space in the latest answer; a space that the filters leave out is not selected any more.
  const current = selection && data?.rows.find(({ id }) => id === selection.space.id);
  const chosen =
    selection && current && selection.last < days.length ? { ...selection, space: current } : null;
  return (
    <Card>
      <Body>
        <FilterFields change={change} shown={shown} />
        <div>
          <ShareAvailsButton {...sharedBy(shown)} />
        </div>
        <Legend aria-label="Leyenda">
          {legend.map(({ state, label, sample, style }) => (
            <li key={label}>
              <span aria-hidden data-state={state} style={style as Record<string, string>}>
                {sample}
              </span>
              {label}
            </li>
          ))}
        </Legend>
        {error && <FailureBanner error={error} onRetry={() => void answer.mutate()} />}
        {data?.is_cut && (
          <Banner tone="info">
            {`Se muestran los primeros ${formatCount(data.rows.length)} espacios. Filtre por plataforma o canal para ver los demás.`}
          </Banner>
        )}
        {!data ? (
          !error && <Skeleton lines={12} />
        ) : count === 0 ? (
          <EmptyState
            actions={
              shown.q || shown.platform || shown.station || shown.least ? (
                <Button onClick={() => change({ q: '', platform: '', station: '', least: '' })}>
                  Quitar filtros
                </Button>
              ) : (
                <LinkButton to={paths.list(inventoryItems)}>Ir al inventario</LinkButton>
              )
            }
            icon={<CalendarSearch aria-hidden size={24} />}
            title="Ningún espacio"
          >
            {shown.q || shown.platform || shown.station || shown.least
              ? 'Ningún espacio activo cumple estos filtros en el periodo.'
              : 'Todavía no hay espacios activos. Créelos y actívelos en Inventario.'}
          </EmptyState>
        ) : isNarrow ? (
          <SpaceList
            days={days}
            onOpen={(space) => {
              setSelection({ space, first: 0, last: days.length - 1 });
              setOpen(true);
            }}
            rows={rows}
          />
        ) : (
          <>
            <Matrix
              days={days}
              onOpen={() => setOpen(true)}
              onSelect={setSelection}
              rows={rows}
              selection={chosen}
            />
            <SelectionBar
              days={days}
              onOpen={() => setOpen(true)}
              selection={chosen}
              summary={`${formatCount(count)} ${count === 1 ? 'espacio' : 'espacios'}, del ${formatCivilDate(days[0]?.day ?? '')} al ${formatCivilDate(days.at(-1)?.day ?? '')}`}
            />
          </>
        )}
        {isOpen && chosen && (
          <Suspense>
            <SpaceDialog
              days={days.slice(chosen.first, chosen.last + 1)}
              onClose={() => setOpen(false)}
              onHeld={() => {
                setOpen(false);
                void answer.mutate();
              }}
              space={chosen.space}
            />
          </Suspense>
        )}
      </Body>
    </Card>
  );
}
