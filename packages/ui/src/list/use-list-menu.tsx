import { exportPermission, importPermission, type Resource } from '@pauta/domain/resource/resource.ts';
import {
  Bookmark,
  ChevronDown,
  Columns3,
  Download,
  History,
  Keyboard,
  Rows2,
  Rows4,
  Sigma,
  SlidersHorizontal,
  Upload,
  Workflow,
  X,
} from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import type { MenuAction } from '../controls/menu.tsx';
import type { May, Verdict } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import type { Labels } from '../data/use-label.ts';
import type { Input } from '../field-components/inputs.tsx';
import { type Selection, selectedCount } from '../query/selection.ts';
import { useNavigate } from '../router.ts';
import type { Column } from './columns/columns.ts';
import type { UseListQuery } from './state/use-list-query.ts';

const ColumnChooser = lazy(async () => ({
  default: (await import('./columns/column-chooser.tsx')).ColumnChooser,
}));
const SortPopover = lazy(async () => ({ default: (await import('./filters/sort-popover.tsx')).SortPopover }));
const ShortcutSheet = lazy(async () => ({
  default: (await import('./keys/shortcut-sheet.tsx')).ListShortcutSheet,
}));
const ConditionChip = lazy(async () => ({
  default: (await import('./filters/condition-chip.tsx')).ConditionChip,
}));
const QueryBuilder = lazy(async () => ({
  default: (await import('../query/query-builder.tsx')).QueryBuilder,
}));
const ViewPicker = lazy(async () => ({ default: (await import('../views/view-picker.tsx')).ViewPicker }));
const ExportDialog = lazy(async () => ({
  default: (await import('../export/export-dialog.tsx')).ExportDialog,
}));
const BulkActions = lazy(async () => ({ default: (await import('../bulk/bulk-actions.tsx')).BulkActions }));

const icon = { 'aria-hidden': true, size: 15 } as const;

type Window = 'columns' | 'order' | 'shortcuts' | 'where' | 'export';

export interface ListMenu {
  /** Entries of the menu "Más". */
  readonly actions: readonly MenuAction[];
  readonly button: RefObject<HTMLButtonElement | null>;
  /** The open dialogs. */
  readonly windows: ReactNode;
  readonly openShortcuts: () => void;
  /** The saved views, at the beginning of the bar. */
  readonly views: ReactNode;
  /** The button of the advanced filter, and its chip. */
  readonly advanced: ReactNode;
  readonly chips: ReactNode;
  readonly selectionActions: (selection: Selection, clear: () => void) => ReactNode;
}

const reasonOf = (verdict: Verdict): string | undefined => (verdict.allowed ? undefined : verdict.reason);

/** The parts of a list that are loaded only when they are used. */
export function useListMenu({
  resource,
  labels,
  may,
  columns,
  list,
  hasTotals,
  total,
  whole,
  inputs,
}: {
  resource: Resource;
  inputs?: Readonly<Record<string, Input>> | undefined;
  labels: Labels;
  may: May;
  columns: readonly Column[];
  list: UseListQuery;
  /** Whether a displayed column has a total. */
  hasTotals: boolean;
  /** Number of rows of the list, if known. */
  total: number | undefined;
  /** Whether the list is a screen of its own rather than part of another one. */
  whole: boolean;
}): ListMenu {
  const [open, setOpen] = useState<Window | null>(null);
  const [exported, setExported] = useState<Selection>();
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const close = (): void => setOpen(null);
  const { view } = list;
  const { where } = view.query;
  const isCompact = view.density === 'compact';
  const hasSums = list.parameter('totals') === 'true';
  const importing = importPermission(resource);
  const exporting = exportPermission(resource);
  const mayExport = exporting === null ? may.view : may.permission(exporting);
  const startExport = (selection?: Selection): void => {
    setExported(selection);
    setOpen('export');
  };

  const actions: MenuAction[] = [
    {
      id: 'where',
      label: 'Filtro avanzado…',
      icon: <Workflow {...icon} />,
      onAction: () => setOpen('where'),
    },
    {
      id: 'columns',
      label: 'Columnas…',
      icon: <Columns3 {...icon} />,
      onAction: () => setOpen('columns'),
    },
    {
      id: 'order',
      label: 'Ordenar y agrupar…',
      icon: <SlidersHorizontal {...icon} />,
      onAction: () => setOpen('order'),
    },
    {
      id: 'density',
      label: isCompact ? 'Filas cómodas' : 'Filas compactas',
      icon: isCompact ? <Rows2 {...icon} /> : <Rows4 {...icon} />,
      onAction: () => list.look({ density: isCompact ? 'comfortable' : 'compact' }),
    },
    ...(hasTotals || hasSums
      ? [
          {
            id: 'totals',
            label: hasSums ? 'Ocultar los totales' : 'Mostrar los totales',
            icon: <Sigma {...icon} />,
            onAction: () =>
              list.setParameter('totals', hasSums ? null : 'true', { replace: true, state: list.state }),
          },
        ]
      : []),
    {
      id: 'export',
      label: 'Exportar…',
      icon: <Download {...icon} />,
      disabledReason: reasonOf(mayExport),
      onAction: () => startExport(),
    },
    ...(importing !== null && whole
      ? [
          {
            id: 'import',
            label: 'Importar…',
            icon: <Upload {...icon} />,
            disabledReason: reasonOf(may.permission(importing)),
            onAction: () => void navigate(paths.import(resource)),
          },
          {
            id: 'imports',
            label: 'Importaciones anteriores',
            icon: <History {...icon} />,
            disabledReason: reasonOf(may.permission(importing)),
            onAction: () => void navigate(paths.imports(resource)),
          },
        ]
      : []),
    {
      id: 'shortcuts',
      label: 'Atajos de teclado',
      icon: <Keyboard {...icon} />,
      onAction: () => setOpen('shortcuts'),
    },
  ];

  const windows = open !== null && (
    <Suspense>
      {open === 'columns' && (
        <ColumnChooser
          columns={columns}
          labels={labels}
          onChange={(next) => list.look({ columns: next })}
          onClose={close}
          resource={resource}
          trigger={button}
        />
      )}
      {open === 'order' && (
        <SortPopover
          columns={columns}
          group={view.group}
          onClose={close}
          onGroup={list.groupBy}
          onSort={(sort) => list.go({ sort })}
          resource={resource}
          sort={view.query.sort}
          trigger={button}
        />
      )}
      {open === 'where' && (
        <QueryBuilder
          onChange={(query) => {
            close();
            list.show({ ...view, query });
          }}
          onClose={close}
          query={view.query}
          resource={resource}
        />
      )}
      {open === 'export' && (
        <ExportDialog
          onClose={close}
          resource={resource}
          selection={exported}
          total={exported ? selectedCount(exported) : total}
          view={view}
        />
      )}
      {open === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </Suspense>
  );

  const plainName = `${resource.label.gender === 'f' ? 'Todas las' : 'Todos los'} ${resource.label.many.toLocaleLowerCase('es')}`;
  const views = whole && (
    <Suspense
      fallback={
        <Button icon={<Bookmark aria-hidden size={16} />}>
          <span data-view-name>{plainName}</span>
          <ChevronDown aria-hidden size={16} />
        </Button>
      }
    >
      <ViewPicker
        bare={list.bare}
        current={list.parameter('view')}
        onChange={(next, id, options) => list.show(next, { view: id }, options)}
        resource={resource}
        view={view}
      />
    </Suspense>
  );

  return {
    actions,
    button,
    windows,
    openShortcuts: () => setOpen('shortcuts'),
    views,
    advanced: (
      <span data-only-roomy>
        <Button icon={<Workflow aria-hidden size={16} />} onClick={() => setOpen('where')} tone="quiet">
          Filtro avanzado
        </Button>
      </span>
    ),
    chips: where !== null && (
      <li>
        <button aria-haspopup="dialog" onClick={() => setOpen('where')} type="button">
          <Suspense fallback="…">
            <ConditionChip query={view.query} resource={resource} />
          </Suspense>
        </button>
        <button
          aria-label="Quitar el filtro avanzado"
          onClick={() => {
            list.go({ where: null });
            button.current?.focus();
          }}
          type="button"
        >
          <X aria-hidden size={14} />
        </button>
      </li>
    ),
    selectionActions: (selection, clear) => (
      <>
        <Suspense>
          <BulkActions
            archived={view.query.archived}
            inputs={inputs}
            onDone={clear}
            resource={resource}
            selection={selection}
          />
        </Suspense>
        <Button
          disabledReason={reasonOf(mayExport)}
          icon={<Download {...icon} />}
          onClick={() => startExport(selection)}
          size="small"
        >
          Exportar
        </Button>
      </>
    ),
  };
}
