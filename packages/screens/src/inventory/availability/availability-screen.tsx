import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { availabilityList } from '@pauta/domain/inventory/capacity/availability-list.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { indexed } from '@pauta/domain/resource/indexed.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useNarrow } from '@pauta/ui/controls/use-narrow.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { FilterBar } from '@pauta/ui/list/filters/filter-bar.tsx';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { ViewPicker } from '@pauta/ui/views/view-picker.tsx';
import { CalendarSearch } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { ShareAvailsButton } from '../avails/share-avails-button.tsx';
import { QuickHoldButton } from '../holds/quick-hold-button.tsx';
import { Legend } from './legend.tsx';
import { Matrix } from './matrix/matrix.tsx';
import { arrangeRows } from './matrix/rows.ts';
import { type MatrixSelection, selectedCells } from './matrix/selection.ts';
import { PeriodBar } from './period-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { requestOf, sharedQuery, useShown } from './shown.ts';
import { SpaceList } from './space-list.tsx';
import type { Taken } from './taking/taken.ts';
import { useAvailability } from './use-availability.ts';

const ConditionChip = lazy(async () => ({
  default: (await import('@pauta/ui/list/filters/condition-chip.tsx')).ConditionChip,
}));
const SpaceDialog = lazy(async () => ({ default: (await import('./space/space-dialog.tsx')).SpaceDialog }));
const TakeDialog = lazy(async () => ({ default: (await import('./taking/take-dialog.tsx')).TakeDialog }));

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--pauta-space-4);
`;

/** Ventas › Ocupación y Disponibilidad: what is free of each space, and holding or offering it. */
export function AvailabilityScreen(): ReactElement {
  const verdict = useMay(inventoryItems).permission('availability.view');
  return (
    <Page>
      <PageHeader
        actions={
          <>
            <QuickHoldButton />
            <LinkButton to={paths.list(indexed('avails_sheets'))}>Hojas compartidas</LinkButton>
            <LinkButton to={paths.list(indexed('exclusivities'))}>Exclusividades</LinkButton>
            <LinkButton to={paths.list(indexed('capacity_overrides'))}>Sobrecapacidad</LinkButton>
            <LinkButton to={paths.list(holds)}>Reservas</LinkButton>
          </>
        }
        description="Lo que queda libre de cada espacio. Elija celdas para reservarlas o llevarlas a un presupuesto."
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

/** What is open over the matrix. */
type Open =
  | { readonly what: 'space'; readonly space: AvailabilityRow; readonly from: string; readonly to: string }
  | { readonly what: 'hold' | 'quote'; readonly taken: Taken };

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};

function AllowedScreen(): ReactElement {
  const list = useListQuery(availabilityList);
  const labels = useLabels();
  const [shown, change] = useShown();
  const { query } = list;
  const { answer, buckets, spaces, refresh } = useAvailability(query, shown);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState<MatrixSelection | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const isNarrow = useNarrow('48rem');
  const mayHold = useMay(holds).create;
  const mayExport = useMay(inventoryItems).oneOf([
    inventoryItems.permissions.export ?? '',
    availsSheets.permissions.create ?? '',
  ]);
  const more = useRef<HTMLButtonElement>(null);
  const { data, error } = answer;
  const rows = useMemo(() => arrangeRows(spaces, closed), [spaces, closed]);
  const selected = useMemo(
    () => selectedCells(selection, rows, buckets.length),
    [selection, rows, buckets.length],
  );
  const toggle = useCallback((id: string) => setClosed((now) => toggled(now, id)), []);
  const today = companyToday();
  const todayAt = buckets.findIndex(({ from, to }) => from <= today && today <= to);
  const isFiltered = query.q !== '' || query.filters.length > 0 || query.where !== null;

  const period = selected && {
    from: buckets[selected.columns[0]]?.from ?? shown.from,
    to: buckets[selected.columns[1]]?.to ?? shown.to,
  };
  const openSelected = (): void => {
    const [space] = selected?.spaces ?? [];
    if (!selected || !period || !space) return;
    if (selected.spaces.length === 1) setOpen({ what: 'space', space, ...period });
    else if (mayHold.allowed) setOpen({ what: 'hold', taken: { spaces: selected.spaces, ...period } });
  };
  const take = (what: 'hold' | 'quote'): void => {
    if (selected && period) setOpen({ what, taken: { spaces: selected.spaces, ...period } });
  };
  const close = (): void => setOpen(null);

  return (
    <>
      <FilterBar
        chips={
          query.where !== null && (
            <li>
              <span>
                <Suspense>
                  <ConditionChip query={query} resource={availabilityList} />
                </Suspense>
              </span>
            </li>
          )
        }
        columns={[]}
        go={list.go}
        group={null}
        labels={labels}
        more={[]}
        moreButton={more}
        onGroup={list.groupBy}
        query={query}
        resource={availabilityList}
        start={
          <ViewPicker
            bare={list.bare}
            current={list.parameter('view')}
            onChange={(next, id, options) => list.show(next, { view: id }, options)}
            resource={availabilityList}
            view={list.view}
          />
        }
      />
      <Card>
        <Body>
          <PeriodBar isList={isNarrow} onChange={change} shown={shown}>
            <ShareAvailsButton from={shown.from} query={sharedQuery(query)} to={shown.to} />
            {(['xlsx', 'csv'] as const).map((format) => (
              <DownloadButton
                disabledReason={mayExport.allowed ? undefined : mayExport.reason}
                key={format}
                name={`disponibilidad.${format}`}
                path={`/availability/file?${requestOf(query, shown)}&format=${format}`}
              >
                {format === 'xlsx' ? 'Excel' : 'CSV'}
              </DownloadButton>
            ))}
          </PeriodBar>
          {!isNarrow && <Legend isLonger={shown.by !== 'day'} />}
          {error && <FailureBanner error={error} onRetry={() => void answer.mutate()} />}
          {data?.is_cut && (
            <Banner tone="info">
              {`Se muestran los primeros ${formatCount(spaces.length)} espacios. Filtre por plataforma o canal para ver los demás.`}
            </Banner>
          )}
          {!data ? (
            !error && <Skeleton lines={12} />
          ) : spaces.length === 0 ? (
            <EmptyState
              actions={
                isFiltered ? (
                  <Button onClick={() => list.go({ q: '', filters: [], where: null })}>Quitar filtros</Button>
                ) : (
                  <LinkButton to={paths.list(inventoryItems)}>Ir al inventario</LinkButton>
                )
              }
              icon={<CalendarSearch aria-hidden size={24} />}
              title="Ningún espacio"
            >
              {isFiltered
                ? 'Ningún espacio activo cumple estos filtros en el periodo.'
                : 'Todavía no hay espacios activos. Créelos y actívelos en Inventario.'}
            </EmptyState>
          ) : isNarrow ? (
            <SpaceList
              buckets={buckets}
              onOpen={(space) => setOpen({ what: 'space', space, from: shown.from, to: shown.to })}
              rows={rows}
            />
          ) : (
            <>
              <Matrix
                buckets={buckets}
                by={shown.by}
                onOpen={openSelected}
                onRest={(place) => change({ place })}
                onSelect={setSelection}
                onToggle={toggle}
                rows={rows}
                selection={selection}
                shown={shown.value}
                start={shown.place}
                today={todayAt}
              />
              <SelectionBar
                buckets={buckets}
                onHold={() => take('hold')}
                onOpen={openSelected}
                onQuote={() => take('quote')}
                selected={selected}
                summary={`${formatCount(spaces.length)} ${spaces.length === 1 ? 'espacio' : 'espacios'}, del ${formatCivilDate(shown.from)} al ${formatCivilDate(shown.to)}`}
                whyNoHold={mayHold.allowed ? undefined : mayHold.reason}
              />
            </>
          )}
        </Body>
      </Card>
      {open && (
        <Suspense>
          {open.what === 'space' ? (
            <SpaceDialog
              {...open}
              onClose={close}
              onTake={(taken, what) => setOpen({ what, taken })}
              space={spaces.find(({ id }) => id === open.space.id) ?? open.space}
            />
          ) : (
            <TakeDialog
              onClose={close}
              onHeld={(changed) => {
                close();
                refresh(changed);
              }}
              how={open.what}
              taken={open.taken}
            />
          )}
        </Suspense>
      )}
    </>
  );
}
