import { useApi, useUser } from '@pauta/core/react';
import { partNames } from '@pauta/domain/presales/planning/budget-comparison.ts';
import { monthLabels } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { LinesEditorProps } from '@pauta/ui/document/form/document-form.tsx';
import { inputValues } from '@pauta/ui/field-components/input-values.ts';
import type { NamedCell, OpenCell, Reversal } from '@pauta/ui/grid/grid.tsx';
import type { GridNote } from '@pauta/ui/grid/grid-line.tsx';
import type { GridChange, NewGridRow } from '@pauta/ui/grid/model/grid-types.ts';
import { isOwnChange } from '@pauta/ui/live/own-changes.ts';
import { useLive } from '@pauta/ui/live/use-live.ts';
import { type ReactElement, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type PartName, partLabels, usePartOptions } from './budget-columns.ts';
import { BudgetSheet } from './budget-sheet.tsx';
import { type CellChange, changedCells } from './changed-cells.ts';
import { OthersCells } from './grid/others-cells.tsx';
import { useCellPresence } from './grid/use-cell-presence.ts';

/** What another user saved since this form was opened, and who. */
interface Others {
  readonly by: string;
  readonly record: AnyRecord;
}

/** The version that another user saved while the form is open, so that their cells are marked before they are merged. */
function useOthersVersion(record: Values | undefined): Others | null {
  const api = useApi();
  const userId = useUser()?.id;
  const [others, setOthers] = useState<Others | null>(null);
  const id = record?.id;
  useLive((message) => {
    if (message.type !== 'change' || id === undefined) return;
    const { event } = message;
    if (event.resource !== salesBudgets.name || event.id !== id || event.change !== 'changed') return;
    if (isOwnChange(event, userId === undefined ? undefined : String(userId))) return;
    api
      .get<{ readonly data: AnyRecord }>(`/${salesBudgets.path}/${String(id)}`)
      .then(({ data }) => setOthers({ by: event.by?.name ?? 'El sistema', record: data }))
      // Without it nothing is marked; saving merges in any case.
      .catch(() => {});
  });
  const version = record?.row_version;
  useEffect(() => {
    setOthers((now) => (now && now.record.row_version <= Number(version ?? 0) ? null : now));
  }, [version]);
  return others;
}

const labels: Readonly<Record<string, string>> = { description: 'Concepto', ...partLabels, ...monthLabels };

const sentenceOf = (by: string, { column, text }: CellChange): string =>
  `${by} cambió «${labels[column] ?? column}» a ${text}. Al guardar se une con lo de usted.`;

/** The lines of a sales budget in its form: the grid over the store of the form, with the cells that others changed. */
export function BudgetLinesEditor({ store, kind, record, values, isOpen }: LinesEditorProps): ReactElement {
  const version = useSyncExternalStore(store.subscribe, store.version);
  // The lines change with the version of the store.
  const lines = useMemo(() => store.lines(kind.name), [store, kind, version]);
  // Also those that were stored: undoing restores them.
  const known = useMemo(() => [...linesIn(record ?? {}, kind.name), ...lines], [record, kind, lines]);
  const options = usePartOptions(known, values.company_id);
  const others = useOthersVersion(record);
  const theirs = useMemo(
    () =>
      others && record ? changedCells(linesIn(record, kind.name), linesIn(others.record, kind.name)) : [],
    [others, record, kind],
  );
  const notes = useMemo(() => new Map(theirs.map((one) => [`${one.row} ${one.column}`, one])), [theirs]);

  const inputOf = useCallback(
    (name: string, value: string): unknown => {
      const field = kind.fields[name];
      const part = partNames.find((one): one is PartName => one === name);
      if (part) return options[part].find(({ id }) => id === value) ?? null;
      return field ? inputValues({ [name]: field }, { [name]: value })[name] : value;
    },
    [kind, options],
  );
  const change = (changes: readonly GridChange[]): void =>
    store.changeAll(
      kind,
      changes.map(({ row, column, after }) => ({ id: row, name: column, input: inputOf(column, after) })),
    );
  const drop = (ids: readonly string[]): Reversal => {
    const restore = store.dropAll(kind, ids);
    return () => {
      restore();
      return () => drop(ids);
    };
  };
  const add = (rows: readonly NewGridRow[]): Reversal => {
    const before = new Set(store.ids(kind));
    store.addLines(
      kind,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            partNames.some((part) => part === name) ? inputOf(name, value) : value,
          ]),
        ),
      ),
    );
    const made = store.ids(kind).filter((id) => !before.has(id));
    return () => drop(made);
  };
  const id = record === undefined ? undefined : String(record.id);
  const presence = useCellPresence(salesBudgets.name, id);
  const tell = (cell: OpenCell | null): void => {
    const part = partNames.find((one): one is PartName => one === cell?.column);
    // An option is told by its name.
    const text = part && cell ? (options[part].find((one) => one.id === cell.text)?.label ?? '') : cell?.text;
    presence.onOpen(cell && { ...cell, text: text ?? '' });
  };
  const noteOf = useCallback(
    (row: string, column: string): GridNote | undefined => {
      const wrong = store.errorsOf(row);
      const message = wrong[column] ?? (column === 'description' ? wrong[''] : undefined);
      if (message !== undefined) return { tone: 'danger', text: message };
      const open = presence.noteOf(row, column);
      if (open) return open;
      const theirCell = notes.get(`${row} ${column}`);
      return theirCell && others ? { tone: 'info', text: sentenceOf(others.by, theirCell) } : undefined;
    },
    // Errors change with the version of the store.
    [store, version, notes, others, presence.noteOf],
  );
  const named = useMemo(
    () =>
      store.messages().flatMap(({ name }): NamedCell[] => {
        const [, row, column = 'description'] = name?.split('.') ?? [];
        return name === undefined || row === undefined ? [] : [{ name, row, column }];
      }),
    // Errors change with the version of the store.
    [store, version],
  );
  // Lines that another user removed meanwhile: they can be saved only as new ones.
  const gone = lines.filter(({ id }) => store.errorsOf(id)[''] !== undefined);
  const count = theirs.length;
  return (
    <>
      <div role="status">
        {others && (
          <Banner>
            {others.by} guardó cambios en este presupuesto.{' '}
            {count > 0 &&
              `${count === 1 ? 'Una celda suya está marcada' : `${count} celdas suyas están marcadas`}. `}
            Siga escribiendo: al guardar se unen, y si ambos cambiaron la misma celda usted elige.
          </Banner>
        )}
      </div>
      {store.kindError(kind) !== undefined && <Banner tone="danger">{store.kindError(kind)}</Banner>}
      {gone.map(({ id, description }) => (
        <Banner
          actions={
            <Button onClick={() => store.renew(kind, id)} size="small">
              Agregar de nuevo
            </Button>
          }
          key={id}
          tone="danger"
        >
          «{String(description)}»: {store.errorsOf(id)['']}
        </Banner>
      ))}
      <OthersCells
        cells={presence.others}
        rowOf={(row) => {
          const line = lines.find((one) => one.id === row);
          return line && String(line.description ?? '');
        }}
      />
      <BudgetSheet
        budget={record}
        lines={lines}
        options={options}
        {...(isOpen && {
          edit: {
            onChange: change,
            onAdd: add,
            onDrop: drop,
            room: kind.max - lines.length,
            noteOf,
            named,
            ...(id !== undefined && { onOpen: tell }),
          },
        })}
      />
    </>
  );
}
