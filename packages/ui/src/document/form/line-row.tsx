import { isActive } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Copy, CornerDownRight, Ellipsis, GripVertical, MoveDown, MoveUp, Trash2 } from 'lucide-react';
import {
  type ComponentType,
  lazy,
  memo,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '../../controls/button.tsx';
import type { MenuAction } from '../../controls/menu.tsx';
import { cells } from '../../field-components/cells.tsx';
import { type Input, neighbours } from '../../field-components/inputs.tsx';
import type { LineColumn } from '../line-columns.ts';
import { LineCell } from './line-cell.tsx';
import type { LineAct } from './line-keys.ts';
import type { LinesKind, LinesStore } from './lines-store.ts';

const ActionMenu = lazy(async () => ({
  default: (await import('../../controls/action-menu.tsx')).ActionMenu,
}));

/** Props of what is shown below the inputs of a line. */
export interface LineNoteProps {
  /** The line: the header's values that lines read, its inputs, and its calculated values. */
  readonly line: Values;
  /** The data that totals look up. */
  readonly tables: unknown;
  /** Writes a value of the line; undefined while it cannot be edited. */
  readonly onChange?: ((name: string, value: unknown) => void) | undefined;
}

export interface LineRowProps {
  readonly store: LinesStore;
  readonly kind: LinesKind;
  readonly id: string;
  /** Number of the line, from 1, and (`count`) the number of lines. */
  readonly place: number;
  readonly count: number;
  readonly columns: readonly LineColumn[];
  /** Names of the columns that can be edited. */
  readonly editable: ReadonlySet<string>;
  /** Whether lines can be added, removed and moved. */
  readonly isOpen: boolean;
  /** Why no line can be added; undefined if one can. */
  readonly full: string | undefined;
  /** Values of the header that lines read. */
  readonly header: Values;
  readonly inputs: Readonly<Record<string, Input>>;
  readonly note: ComponentType<LineNoteProps> | undefined;
  readonly drop: 'before' | 'after' | 'self' | undefined;
  readonly onAct: (id: string, act: LineAct | 'drop' | 'renew') => void;
  /** Renders the lines that are nested in the line with this id. */
  readonly within: ((id: string) => ReactNode) | undefined;
}

const nothing: Values = {};

/** One line that is edited. It is rendered again only if its own data changes. */
export const LineRow = memo(function LineRow(props: LineRowProps): ReactElement {
  const {
    store,
    kind,
    id,
    place,
    count,
    columns,
    editable,
    isOpen,
    header,
    inputs,
    drop,
    onAct,
    within,
    note: Note,
  } = props;
  const view = useSyncExternalStore(store.subscribe, () => store.view(kind, id));
  const [isReached, setReached] = useState(false);
  const tables = useSyncExternalStore(store.subscribe, store.tables);
  const { line, derived, errors } = view;
  const { one } = kind.resource.label;
  const label = `${one} ${place}`;
  const reach = (): void => setReached(true);
  const whole: Values = { ...header, ...line, ...derived };
  const wrong = errors[''];
  const width = columns.length + (isOpen ? 2 : 1);
  return (
    <tbody
      data-dragging={drop === 'self' || undefined}
      data-drop={drop === 'self' ? undefined : drop}
      data-field={`${kind.name}.${id}`}
      data-line={id}
    >
      <tr
        aria-label={label}
        data-cells
        onFocus={reach}
        // With touch this event is part of the tap, and would replace the element that is being tapped.
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && reach()}
      >
        <td data-name={one} data-place>
          <span>
            {isOpen && (
              <span aria-hidden data-handle draggable title="Arrastre para mover">
                <GripVertical size={15} />
              </span>
            )}
            {place}
          </span>
        </td>
        {columns.map((column) => {
          const { name, field } = column;
          const isWritten = editable.has(name);
          const isThere = isActive(field, line);
          // A switch always has a value.
          const isAsked = isWritten && field.options.required && field.kind.name !== 'yesNo';
          const shared = {
            'data-align': field.kind.align,
            'data-label': isAsked ? `${column.label} *` : column.label,
            'data-yes-no': field.kind.name === 'yesNo' || undefined,
            'data-range': field.kind.name === 'dateRange' || undefined,
            'data-wide':
              name === kind.resource.title ||
              field.kind.name === 'longText' ||
              field.kind.name === 'dateRange' ||
              undefined,
          };
          if (!isThere) return <td key={name} />;
          if (!isWritten) {
            const Cell = cells[field.kind.name];
            return (
              <td {...shared} key={name}>
                <output>
                  <Cell
                    field={field}
                    place="list"
                    record={whole}
                    value={name in derived ? derived[name] : line[name]}
                  />
                </output>
              </td>
            );
          }
          return (
            <td {...shared} data-cell={name} key={name}>
              <LineCell
                column={column}
                error={errors[name]}
                id={id}
                input={inputs[name]}
                isReached={isReached}
                kind={kind}
                label={`${column.label}, ${label.toLocaleLowerCase('es')}`}
                store={store}
                value={line[name]}
                values={neighbours(field).length > 0 ? whole : nothing}
              />
            </td>
          );
        })}
        {isOpen && (
          <td data-tools>
            <LineMenu {...props} label={label} place={place} count={count} />
          </td>
        )}
      </tr>
      {Note && (
        <tr data-line-note>
          <td colSpan={width}>
            <Note
              line={whole}
              onChange={isOpen ? (name, value) => store.change(kind, id, name, value) : undefined}
              tables={tables}
            />
          </td>
        </tr>
      )}
      {wrong !== undefined && (
        <tr data-wrong>
          <td colSpan={width}>
            <div>
              <span>{wrong}</span>
              {isOpen && (
                <Button onClick={() => onAct(id, 'renew')} size="small">
                  Agregar de nuevo
                </Button>
              )}
              {isOpen && (
                <Button onClick={() => onAct(id, 'drop')} size="small">
                  Quitar
                </Button>
              )}
            </div>
          </td>
        </tr>
      )}
      {within && (
        <tr data-within>
          <td colSpan={width}>{within(id)}</td>
        </tr>
      )}
    </tbody>
  );
});

/** The menu of a line; its code is loaded when it is first opened. */
function LineMenu({
  id,
  label,
  place,
  count,
  full,
  kind,
  onAct,
}: LineRowProps & { readonly label: string }): ReactElement {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { gender } = kind.resource.label;
  const end = gender === 'f' ? 'a' : 'o';
  const icon = { 'aria-hidden': true, size: 16 } as const;
  const actions: readonly MenuAction[] = [
    {
      id: 'move-up',
      label: 'Subir',
      icon: <MoveUp {...icon} />,
      disabledReason:
        place === 1
          ? `Ya es ${gender === 'f' ? 'la' : 'el'} primer${gender === 'f' ? 'a' : 'o'}.`
          : undefined,
      onAction: () => onAct(id, 'move-up'),
    },
    {
      id: 'move-down',
      label: 'Bajar',
      icon: <MoveDown {...icon} />,
      disabledReason: place === count ? `Ya es ${gender === 'f' ? 'la' : 'el'} últim${end}.` : undefined,
      onAction: () => onAct(id, 'move-down'),
    },
    {
      id: 'insert',
      label: `Insertar otr${end} debajo`,
      icon: <CornerDownRight {...icon} />,
      disabledReason: full,
      onAction: () => onAct(id, 'insert'),
    },
    {
      id: 'duplicate',
      label: 'Duplicar',
      icon: <Copy {...icon} />,
      disabledReason: full,
      onAction: () => onAct(id, 'duplicate'),
    },
    {
      id: 'drop',
      label: 'Quitar',
      icon: <Trash2 {...icon} />,
      tone: 'danger',
      onAction: () => onAct(id, 'drop'),
    },
  ];
  const name = `Acciones de ${label.toLocaleLowerCase('es')}`;
  return (
    <>
      <button
        aria-expanded={open}
        aria-haspopup="menu"
        aria-label={name}
        data-menu
        onClick={() => setOpen(true)}
        ref={button}
        title={name}
        type="button"
      >
        <Ellipsis aria-hidden size={16} />
      </button>
      {open && (
        <Suspense>
          <ActionMenu actions={actions} label={name} onClose={() => setOpen(false)} trigger={button} />
        </Suspense>
      )}
    </>
  );
}
