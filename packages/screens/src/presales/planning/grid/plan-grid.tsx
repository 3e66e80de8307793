import { useApi } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { monthLabels } from '@pauta/domain/presales/planning/months.ts';
import { type GridOutcome, mostGridRows, mostSavedRows } from '@pauta/domain/presales/planning/plan-grid.ts';
import { type ListQuery, parseFilter } from '@pauta/domain/resource/query/query.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { ErrorSummary, type FieldMessage } from '@pauta/ui/controls/error-summary.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { DraftNotice } from '@pauta/ui/form/draft/draft-notice.tsx';
import { useUnsaved } from '@pauta/ui/form/unsaved.tsx';
import { useSaveKeys } from '@pauta/ui/form/use-save-keys.ts';
import { Grid } from '@pauta/ui/grid/grid.tsx';
import type { GridNote } from '@pauta/ui/grid/grid-line.tsx';
import type { GridChange, GridRow } from '@pauta/ui/grid/model/grid-types.ts';
import { withSubtotals } from '@pauta/ui/grid/model/sums.ts';
import { FilterBar } from '@pauta/ui/list/filters/filter-bar.tsx';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { OthersCells } from './others-cells.tsx';
import { decided, listed, type StoredMonths, settled, toSave, written } from './plan-edits.ts';
import { kindOf, type PlanTable, planColumns, planRow, rowLabel, textOf, totalRows } from './plan-table.ts';
import { useCellPresence } from './use-cell-presence.ts';
import { useEditsDraft } from './use-edits-draft.ts';
import { useFigures, usePlanRows, useSeason } from './use-plan-rows.ts';

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--pauta-space-3) var(--pauta-space-5);
  & > :last-child { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-2); margin-inline-start: auto; }
  @media print { display: none; }
`;

const say = (amount: string): string => formatMoney(amount, '', 2);
const cellsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'celda' : 'celdas'}`;
const labelOfMonth = (column: string): string =>
  (monthLabels as Readonly<Record<string, string>>)[column] ?? column;

const monthsOf = (record: AnyRecord): StoredMonths => ({
  row_version: record.row_version,
  months: Object.fromEntries(Object.keys(monthLabels).map((name) => [name, String(record[name] ?? '0.00')])),
});

/** The query of the address; without a year it is that of this year. */
function usePlanQuery(table: PlanTable) {
  const list = useListQuery(table.resource);
  const { query, go } = list;
  const hasYear = query.filters.some(({ field }) => field === 'fiscal_year');
  const withYear = useMemo((): ListQuery => {
    const year = parseFilter(
      'fiscal_year',
      fieldOf(table.resource, 'fiscal_year'),
      companyToday().slice(0, 4),
    );
    return hasYear || !year ? query : { ...query, filters: [year, ...query.filters] };
  }, [table, query, hasYear]);
  useEffect(() => {
    if (!hasYear) go({ filters: withYear.filters }, { replace: true });
    // Only an address without a year is changed.
  }, [hasYear]);
  return { ...list, query: withYear };
}

/** Sends the cells in several requests, so that each is short; returns what became of them. */
function useSaving(table: PlanTable) {
  const api = useApi();
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const save = async (
    rows: ReturnType<typeof toSave>,
    onPart: (sent: ReturnType<typeof toSave>, outcomes: readonly GridOutcome[]) => void,
  ): Promise<readonly GridOutcome[] | null> => {
    const all: GridOutcome[] = [];
    setError(null);
    setProgress({ done: 0, of: rows.length });
    try {
      for (let from = 0; from < rows.length; from += mostSavedRows) {
        const sent = rows.slice(from, from + mostSavedRows);
        const { data } = await api.post<{ readonly data: readonly GridOutcome[] }>(
          `/${table.resource.path}/cells`,
          { rows: sent },
        );
        onPart(sent, data);
        all.push(...data);
        setProgress({ done: from + sent.length, of: rows.length });
      }
      return all;
    } catch (failure) {
      setError(failure);
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { save, progress, error };
}

/** The plans of a kind as a grid of rows and months, edited like a sheet and saved cell by cell. */
export function PlanGrid({ table }: { readonly table: PlanTable }): ReactElement {
  const { resource, title, description, compared } = table;
  const may = useMay(resource);
  const labels = useLabels();
  const more = useRef<HTMLButtonElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const list = usePlanQuery(table);
  const { query } = list;
  const fields = useMemo(
    () => [
      ...new Set([
        ...table.names,
        ...table.groups,
        ...table.summed,
        ...Object.keys(monthLabels),
        ...(resource.state ? [resource.state] : []),
      ]),
    ],
    [table, resource],
  );
  const { answer, records, changedBy, take } = usePlanRows(resource, query, fields);
  const [isCompared, setCompared] = useState(false);
  const figures = useFigures(resource, query, isCompared ? compared.field : null);
  const [group, setGroup] = useState('');
  const { edits, setEdits, foundAt, discard } = useEditsDraft(`${resource.name}.grid`);
  const { save, progress, error } = useSaving(table);
  const presence = useCellPresence(resource.name);
  const { updateAll, updateOwn } = resource.permissions;
  const mayWrite = may.oneOf([updateAll, updateOwn].filter((name) => name !== undefined));

  const seasonOf = useSeason(resource, query, mayWrite.allowed && records.length > 0);

  const stored = useMemo(() => new Map(records.map((record) => [record.id, record])), [records]);
  const has = useCallback((permission: string) => may.permission(permission).allowed, [may]);
  const columns = useMemo(
    () => planColumns(table, records, figures !== null),
    [table, records, figures !== null],
  );
  const locked = answer.data?.locked;
  // Rows that did not change stay the same objects: the grid renders only those that differ.
  const known = useMemo(
    () => new WeakMap<AnyRecord, { readonly cells: unknown; readonly row: GridRow }>(),
    [table, figures, locked, has],
  );
  const plain = useMemo(
    () =>
      records.map((record) => {
        const cells = edits.get(record.id);
        const before = known.get(record);
        if (before && before.cells === cells) return before.row;
        const closed = table.isClosed(record, has) ? Object.keys(monthLabels) : locked?.[record.id];
        const figure = figures === null ? undefined : (figures.get(record.id) ?? '0.00');
        const row = planRow(table, record, cells, figure, closed);
        known.set(record, { cells, row });
        return row;
      }),
    [records, edits, known, table, figures, locked, has],
  );
  const kinds = useMemo(
    () => new Map(records.map((record) => [record.id, kindOf(table, record)])),
    [table, records],
  );
  const isOneKind = useMemo(() => new Set(kinds.values()).size === 1, [kinds]);
  const grouped = isOneKind ? group : '';
  const names = useMemo(
    () =>
      new Map(
        grouped === ''
          ? []
          : records.map((record) => {
              const value = record[grouped];
              const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
              return [String(id ?? ''), textOf(resource, record, grouped)] as const;
            }),
      ),
    [records, grouped, resource],
  );
  const rows = useMemo(
    () =>
      grouped === '' ? plain : withSubtotals(plain, columns, `by ${grouped}`, (id) => names.get(id) ?? ''),
    [plain, columns, grouped, names],
  );
  const foot = useMemo(() => totalRows(plain, columns, kinds), [plain, columns, kinds]);

  const all = useMemo(() => listed(edits), [edits]);
  const conflicts = all.filter(({ conflict }) => conflict !== undefined);
  const rowName = (id: string): string | undefined => {
    const record = stored.get(id);
    return record && rowLabel(table, record);
  };
  const messages = all.flatMap(({ row, column, conflict, problem, after }): FieldMessage[] => {
    const message = conflict
      ? `${conflict.by} guardó ${say(conflict.theirs)}, y usted escribió ${say(after)}.`
      : problem;
    if (message === undefined) return [];
    return [
      { name: `${row}.${column}`, label: `${rowName(row) ?? 'Otra fila'}, ${labelOfMonth(column)}`, message },
    ];
  });
  const named = useMemo(
    () =>
      all.flatMap(({ row, column, conflict, problem }) =>
        conflict || problem !== undefined ? [{ name: `${row}.${column}`, row, column }] : [],
      ),
    [all],
  );
  const noteOf = useCallback(
    (row: string, column: string): GridNote | undefined => {
      const edit = edits.get(row)?.get(column);
      if (edit?.conflict)
        return {
          tone: 'danger',
          text: `${edit.conflict.by} guardó ${say(edit.conflict.theirs)} mientras usted escribía. Elija arriba cuál queda, o escriba de nuevo.`,
        };
      if (edit?.problem !== undefined) return { tone: 'danger', text: edit.problem };
      const open = presence.noteOf(row, column);
      if (open) return open;
      const now = String(stored.get(row)?.[column] ?? '');
      if (!edit || now === '' || now === edit.before || now === edit.after) return undefined;
      return {
        tone: 'info',
        text: `${changedBy.get(row) ?? 'Otra persona'} cambió «${labelOfMonth(column)}» a ${say(now)}. Al guardar usted elige cuál queda.`,
      };
    },
    [edits, presence.noteOf, stored, changedBy],
  );

  const change = (changes: readonly GridChange[]): void =>
    setEdits((now) =>
      written(now, changes, (row) => {
        const record = stored.get(row);
        return record && monthsOf(record);
      }),
    );
  const submit = async (): Promise<void> => {
    const sent = toSave(edits);
    if (sent.length === 0 || progress) {
      if (conflicts.length > 0) summary.current?.focus();
      return;
    }
    const outcomes = await save(sent, (part, answered) => {
      take(answered);
      setEdits((now) => settled(now, part, answered));
    });
    if (!outcomes) return;
    const wrong = outcomes.filter(
      (one) => one.conflicts.length > 0 || Object.keys(one.problems).length > 0,
    ).length;
    if (wrong === 0) notify('Cambios guardados');
    else {
      notify(
        `${wrong === 1 ? 'Una fila tiene' : `${formatCount(wrong)} filas tienen`} celdas sin guardar. Lo demás se guardó.`,
      );
      summary.current?.focus();
    }
  };
  useSaveKeys(() => void submit());
  useUnsaved({ label: () => title, isDirty: () => edits.size > 0, discard });

  if (!may.view.allowed)
    return (
      <NoAccess title={`No puede ver ${resource.label.many.toLocaleLowerCase('es')}`}>
        {may.view.reason}
      </NoAccess>
    );
  const offered = table.groups.filter((name) => fieldOf(resource, name));
  const hidden = all.filter(({ row }) => !stored.has(row)).length;
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={`${paths.list(resource)}`}>Ver la lista</LinkButton>}
        back={{ label: resource.label.many, to: paths.list(resource) }}
        description={description}
        title={title}
      />
      <FilterBar
        columns={[]}
        go={list.go}
        group={null}
        labels={labels}
        more={[]}
        moreButton={more}
        onGroup={list.groupBy}
        query={query}
        resource={resource}
      />
      {foundAt !== null && <DraftNotice at={foundAt} onDiscard={discard} />}
      {error !== null && <FailureBanner error={error} onRetry={() => void submit()} />}
      <ErrorSummary messages={messages} ref={summary} />
      {conflicts.length > 0 && (
        <Banner
          actions={
            <>
              <Button onClick={() => setEdits((now) => decided(now, false))} size="small">
                Dejar lo de ellos
              </Button>
              <Button onClick={() => setEdits((now) => decided(now, true))} size="small">
                Poner lo mío
              </Button>
            </>
          }
          tone="warning"
        >
          {conflicts.length === 1
            ? 'Una celda la guardó otra persona mientras usted la escribía.'
            : `${formatCount(conflicts.length)} celdas las guardó otra persona mientras usted las escribía.`}{' '}
          Elija cuál queda; después guarde.
        </Banner>
      )}
      {answer.data?.is_cut && (
        <Banner tone="warning">
          Se muestran las primeras {formatCount(mostGridRows)} filas. Filtre para ver las demás.
        </Banner>
      )}
      {hidden > 0 && (
        <Banner>{cellsOf(hidden)} sin guardar no se ven con estos filtros. Se guardan también.</Banner>
      )}
      <Tools>
        {isOneKind && (
          <Select
            label="Subtotales"
            onChange={setGroup}
            options={offered.map((value) => ({ value, label: `Por ${fieldOf(resource, value).label}` }))}
            placeholder="Sin subtotales"
            value={group}
          />
        )}
        {may.see(fieldOf(resource, compared.field)) && (
          <Checkbox
            checked={isCompared}
            label={`Comparar con ${fieldOf(resource, compared.field).label.toLocaleLowerCase('es')}`}
            onChange={() => setCompared(!isCompared)}
          />
        )}
        <div>
          {edits.size > 0 && (
            <>
              <span role="status">
                {progress
                  ? `Guardando ${formatCount(progress.done)} de ${formatCount(progress.of)} filas…`
                  : `${cellsOf(all.length)} sin guardar · borrador en este equipo`}
              </span>
              <Button disabledReason={progress ? 'Espere a que se guarde.' : undefined} onClick={discard}>
                Descartar
              </Button>
            </>
          )}
          <Button
            disabledReason={
              mayWrite.allowed
                ? edits.size === 0
                  ? 'No hay cambios que guardar.'
                  : undefined
                : mayWrite.reason
            }
            loading={progress !== null}
            onClick={() => void submit()}
            tone="primary"
          >
            Guardar
          </Button>
        </div>
      </Tools>
      <OthersCells cells={presence.others} rowOf={rowName} />
      {answer.error ? (
        <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
      ) : answer.data === undefined ? (
        <Skeleton lines={12} />
      ) : records.length === 0 ? (
        <Banner>Nada con estos filtros. Cambie el año o quite un filtro.</Banner>
      ) : (
        <Grid
          columns={columns}
          foot={foot}
          label={title}
          named={named}
          noteOf={noteOf}
          rows={rows}
          seasonOf={seasonOf}
          {...(mayWrite.allowed && { onChange: change, onOpen: presence.onOpen })}
        />
      )}
    </Page>
  );
}
