import type { ColumnState } from '@pauta/domain/resource/query/view.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { token as t } from '@pauta/layout/theme';
import { ArrowDown, ArrowUp, GripVertical, Pin, PinOff } from 'lucide-react';
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';
import { checkRow } from '../../controls/check-style.ts';
import { Popover } from '../../controls/popover.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { VisuallyHidden } from '../../controls/visually-hidden.tsx';
import type { Labels } from '../../data/use-label.ts';
import { type Column, columnChoices, moveColumn, stateOf } from './columns.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  & > h2 { font-size: ${t('text-md')}; }
  & ul { margin: 0 calc(-1 * ${t('space-2')}); padding: 0; list-style: none; }
  & > [data-lists] { max-block-size: min(24rem, 50dvh); overflow: auto; margin-inline: calc(-1 * ${t('space-1')}); padding-inline: ${t('space-1')}; }
  & h3 { margin-block: ${t('space-2')} ${t('space-1')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-weight: ${t('weight-medium')}; }
  & li { display: flex; align-items: center; gap: 2px; padding-inline: ${t('space-2')}; border-radius: ${t('radius-sm')}; }
  & li[data-over='before'] { box-shadow: inset 0 2px ${t('color-focus')}; }
  & li[data-over='after'] { box-shadow: inset 0 -2px ${t('color-focus')}; }
  & li:hover { background: ${t('color-hover')}; }
  & li > label { ${checkRow} flex: 1; min-inline-size: 0; align-items: center; overflow-wrap: anywhere; }
  & li > [data-grip] { display: grid; place-items: center; inline-size: 20px; block-size: 28px; color: ${t('color-text-muted')}; cursor: grab; }
  & li > button {
    display: grid;
    place-items: center;
    inline-size: ${t('target-size')};
    block-size: ${t('target-size')};
    padding: 0;
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    color: ${t('color-text-muted')};
    cursor: pointer;
  }
  & li > button:hover { background: ${t('color-selected')}; color: ${t('color-text')}; }
  & li > button[aria-pressed='true'] { color: ${t('color-accent-text')}; }
  & li > button[aria-disabled='true'] { opacity: 0.35; cursor: default; }
  & > footer { display: flex; justify-content: space-between; gap: ${t('space-2')}; }
`;

export interface ColumnChooserProps {
  readonly resource: Resource;
  readonly labels: Labels;
  readonly columns: readonly Column[];
  /** Null restores the resource's default columns. */
  readonly onChange: (columns: readonly ColumnState[] | null) => void;
  readonly onClose: () => void;
  readonly trigger: RefObject<HTMLElement | null>;
}

/** Selects the columns, their order, and which are pinned. Every change is applied immediately. */
export function ColumnChooser({
  resource,
  labels,
  columns,
  onChange,
  onClose,
  trigger,
}: ColumnChooserProps): ReactElement {
  const [asked, setAsked] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const [over, setOver] = useState<{ name: string; side: 'before' | 'after' } | null>(null);
  const dragged = useRef<string | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const put = (next: readonly Column[]): void => onChange(next.map(stateOf));
  const matches = (label: string): boolean => fold(label).includes(fold(asked.trim()));
  const shown = columns.filter((column) => matches(column.label));
  const hidden = columnChoices(resource, labels)
    .filter((name) => !columns.some((column) => column.name === name))
    .map((name) => ({ name, label: labels.label(fieldOf(resource, name)) }))
    .filter(({ label }) => matches(label));

  const move = (column: Column, by: 1 | -1): void => {
    const next = moveColumn(columns, column.name, by);
    if (next === columns) return;
    put(next);
    const place = next.findIndex((one) => one.name === column.name) + 1;
    setAnnouncement(`${column.label}: posición ${place} de ${next.length}`);
  };
  const pin = (column: Column): void => {
    const next = columns.map((one) => (one.name === column.name ? { ...one, pinned: !one.pinned } : one));
    put([...next.filter((one) => one.pinned), ...next.filter((one) => !one.pinned)]);
  };
  const moveByKey = (event: KeyboardEvent, column: Column): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(column, event.key === 'ArrowUp' ? -1 : 1);
  };
  const dragOver = (event: DragEvent<HTMLElement>, name: string): void => {
    if (dragged.current === null) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    setOver({ name, side: event.clientY < box.top + box.height / 2 ? 'before' : 'after' });
  };
  const drop = (event: DragEvent<HTMLElement>): void => {
    event.preventDefault();
    const moved = columns.find((one) => one.name === dragged.current);
    const target = columns.find((one) => one.name === over?.name);
    dragged.current = null;
    setOver(null);
    if (!moved || !target || moved === target) return;
    const rest = columns.filter((one) => one !== moved);
    const at = rest.indexOf(target) + (over?.side === 'after' ? 1 : 0);
    // A column dropped next to a pinned one becomes pinned, and vice versa.
    const landed = { ...moved, pinned: target.pinned };
    put([...rest.slice(0, at), landed, ...rest.slice(at)]);
  };

  return (
    <Popover label="Columnas" onClose={onClose} open trigger={trigger} width={22}>
      <Root>
        <h2>Columnas</h2>
        <TextField
          hideLabel
          label="Buscar columnas"
          onChange={setAsked}
          placeholder="Buscar columnas"
          value={asked}
        />
        <div data-lists>
          {shown.length > 0 && <h3 id="columns-shown">A la vista</h3>}
          <ul aria-labelledby="columns-shown" onDragLeave={() => setOver(null)} onDrop={drop} ref={list}>
            {shown.map((column) => {
              const { name, label, pinned, isTitle } = column;
              return (
                <li
                  data-over={over?.name === name ? over.side : undefined}
                  draggable
                  key={name}
                  onDragEnd={() => setOver(null)}
                  onDragOver={(event) => dragOver(event, name)}
                  onDragStart={(event) => {
                    dragged.current = name;
                    event.dataTransfer.effectAllowed = 'move';
                    event.dataTransfer.setData('text/plain', label);
                  }}
                  onKeyDown={(event) => moveByKey(event, column)}
                >
                  <span aria-hidden data-grip>
                    <GripVertical size={15} />
                  </span>
                  <label>
                    <input
                      checked
                      disabled={isTitle}
                      onChange={() => put(columns.filter((one) => one.name !== name))}
                      type="checkbox"
                    />
                    <span>{label}</span>
                  </label>
                  <button
                    aria-label={`Fijar ${label}`}
                    aria-pressed={pinned}
                    onClick={() => pin(column)}
                    title={pinned ? 'Soltar' : 'Fijar'}
                    type="button"
                  >
                    {pinned ? <PinOff aria-hidden size={15} /> : <Pin aria-hidden size={15} />}
                  </button>
                  <button
                    aria-disabled={moveColumn(columns, name, -1) === columns || undefined}
                    aria-label={`Subir ${label}`}
                    onClick={() => move(column, -1)}
                    type="button"
                  >
                    <ArrowUp aria-hidden size={15} />
                  </button>
                  <button
                    aria-disabled={moveColumn(columns, name, 1) === columns || undefined}
                    aria-label={`Bajar ${label}`}
                    onClick={() => move(column, 1)}
                    type="button"
                  >
                    <ArrowDown aria-hidden size={15} />
                  </button>
                </li>
              );
            })}
          </ul>
          {hidden.length > 0 && <h3 id="columns-hidden">Ocultas</h3>}
          {hidden.length > 0 && (
            <ul aria-labelledby="columns-hidden">
              {hidden.map(({ name, label }) => (
                <li key={name}>
                  <label>
                    <input
                      checked={false}
                      onChange={() => onChange([...columns.map(stateOf), { name }])}
                      type="checkbox"
                    />
                    <span>{label}</span>
                  </label>
                </li>
              ))}
            </ul>
          )}
          {shown.length + hidden.length === 0 && <p>Ninguna columna coincide.</p>}
        </div>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        <footer>
          <Button onClick={() => onChange(null)} size="small" tone="quiet">
            Restablecer
          </Button>
          <Button onClick={onClose} size="small" tone="primary">
            Listo
          </Button>
        </footer>
      </Root>
    </Popover>
  );
}
