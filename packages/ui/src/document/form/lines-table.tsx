import { useApi } from '@pauta/core/react';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { agree, countOf } from '@pauta/domain/text/label.ts';
import { Plus } from 'lucide-react';
import {
  type ClipboardEvent,
  type ComponentType,
  type DragEvent,
  type KeyboardEvent,
  type ReactElement,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '../../controls/button.tsx';
import { focusFirst } from '../../controls/focus.ts';
import { notify } from '../../controls/toast.ts';
import { describeFailure } from '../../data/failure.ts';
import { useLabels } from '../../data/use-label.ts';
import type { Input } from '../../field-components/inputs.tsx';
import { gridOf, isWide, lineColumns } from '../line-columns.ts';
import { LinesFrame } from '../lines-style.ts';
import type { LineActionProps } from './line-actions.ts';
import { type LineAct, lineAct } from './line-keys.ts';
import { type LineNoteProps, LineRow } from './line-row.tsx';
import type { LinesKind, LinesStore } from './lines-store.ts';
import { useMountedCount } from './use-mounted-count.ts';

export interface LinesTableProps {
  readonly store: LinesStore;
  readonly kind: LinesKind;
  /** For nested lines, the id of the line that contains them. */
  readonly parent?: string;
  /** Values of the header that lines read; the same object until one changes. */
  readonly header: Values;
  /** Whether this field of these lines may be edited. */
  readonly isWritten: (kind: LinesKind, name: string) => boolean;
  /** Whether lines can be added, removed and moved. */
  readonly isOpen: boolean;
  /** Custom inputs, by field. */
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Shown below the inputs of each line. */
  readonly note?: ComponentType<LineNoteProps> | undefined;
  /** Further ways to add lines. */
  readonly actions?: ComponentType<LineActionProps> | undefined;
  /** The id of the document, and the values of its header, for `actions`. */
  readonly documentId?: string | null;
  readonly values?: Values;
}

/** How many lines Page Down and Page Up move. */
const pageLines = 10;

const noValues: Values = {};

const noInputs: Readonly<Record<string, Input>> = {};

/** The cell to focus once its line is rendered. */
interface Aim {
  readonly id: string;
  readonly name: string | undefined;
}

/** The line of a table that contains an element. */
const lineOf = (target: EventTarget, root: HTMLElement | null): HTMLElement | null => {
  let line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  // For an element in a nested table, continues with the outer line.
  while (line && line.closest('[data-lines]') !== root)
    line = line.parentElement?.closest<HTMLElement>('[data-line]') ?? null;
  return line;
};

interface Dragging {
  readonly id: string;
  readonly over: string | null;
  readonly at: 'before' | 'after';
}

/** Drag and drop of lines by their handle, within one table. */
function useLineDrag(store: LinesStore, kind: LinesKind, ids: readonly string[]) {
  const root = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const over = (event: DragEvent): void => {
    const line = dragging && lineOf(event.target, root.current);
    if (!dragging || !line) return;
    event.preventDefault();
    const box = line.getBoundingClientRect();
    const at = event.clientY < box.top + box.height / 2 ? 'before' : 'after';
    const id = line.dataset.line ?? null;
    if (id !== dragging.over || at !== dragging.at) setDragging({ ...dragging, over: id, at });
  };
  return {
    root,
    dragging,
    handlers: {
      onDragStart: (event: DragEvent) => {
        const line = lineOf(event.target, root.current);
        if (!line || !(event.target instanceof Element) || !event.target.matches('[data-handle]')) return;
        // A nested table handles the drag of its own lines, so the outer one must not see it.
        event.stopPropagation();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', line.dataset.line ?? '');
        event.dataTransfer.setDragImage(line, 12, 12);
        setDragging({ id: line.dataset.line ?? '', over: null, at: 'before' });
      },
      onDragOver: over,
      onDrop: (event: DragEvent) => {
        if (!dragging) return;
        event.preventDefault();
        event.stopPropagation();
        setDragging(null);
        if (dragging.over === null || dragging.over === dragging.id) return;
        const others = ids.filter((id) => id !== dragging.id);
        store.move(kind, dragging.id, others.indexOf(dragging.over) + (dragging.at === 'after' ? 1 : 0));
      },
      onDragEnd: () => setDragging(null),
    },
  };
}

/** A table to edit the lines of one kind, with nested lines below the line that contains them. */
export function LinesTable(props: LinesTableProps): ReactElement {
  const { store, kind, parent, header, isWritten, isOpen, inputs = noInputs, note, actions: Actions } = props;
  const labels = useLabels();
  const { label } = kind.resource;
  const ids = useSyncExternalStore(store.subscribe, () => store.ids(kind, parent));
  const count = useSyncExternalStore(store.subscribe, () => store.count(kind));
  const wrong = useSyncExternalStore(store.subscribe, () => store.kindError(kind));
  const columns = useMemo(() => lineColumns(kind.resource, labels, { isEdited: true }), [kind, labels]);
  const editable = useMemo(
    () => new Set(columns.map(({ name }) => name).filter((name) => isWritten(kind, name))),
    [columns, kind, isWritten],
  );
  const mounted = useMountedCount(ids.length);
  const { root, dragging, handlers } = useLineDrag(store, kind, ids);
  const aim = useRef<Aim | null>(null);
  const [firstColumn] = editable;

  const focusCell = useCallback(
    (id: string, name: string | undefined): boolean => {
      const line = root.current?.querySelector(`[data-line="${CSS.escape(id)}"]`);
      const isFocused = focusFirst(line?.querySelector(`[data-cell="${CSS.escape(name ?? '')}"]`) ?? line);
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
      return isFocused;
    },
    [root],
  );
  useLayoutEffect(() => {
    const { current } = aim;
    if (current && focusCell(current.id, current.name)) aim.current = null;
  });

  const full = count < kind.max ? undefined : `Caben hasta ${countOf(label, kind.max)} en un documento.`;
  const add = (after?: string): void => {
    if (full === undefined) aim.current = { id: store.add(kind, { parent, after }), name: firstColumn };
  };
  const addLines = (lines: readonly Values[], problems: readonly string[] = []): void => {
    const run = store.addLines(kind, lines);
    const more = problems.length > 3 ? [`Y ${problems.length - 3} más.`] : [];
    notify(
      [
        `${countOf(label, lines.length)} ${agree(label, 'agregado', lines.length)}.`,
        ...problems.slice(0, 3),
        ...more,
      ].join(' '),
      {
        ...(problems.length > 0 && { tone: 'danger' as const }),
        action: { label: 'Deshacer', run },
      },
    );
  };
  const api = useApi();
  const [isPasting, setPasting] = useState(false);
  const paste = async (text: string, from: string | undefined): Promise<void> => {
    setPasting(true);
    try {
      const { readPaste } = await import('./paste-lines.ts');
      const all = columns.filter(({ name }) => editable.has(name));
      const { lines, problems } = await readPaste(api, text, { all, from, title: kind.resource.title });
      const room = kind.max - store.count(kind);
      if (lines.length === 0)
        notify('No se entendió lo pegado. Copie filas con sus columnas.', { tone: 'danger' });
      else if (lines.length > room)
        notify(`Pegó ${countOf(label, lines.length)} y solo caben ${room} más.`, { tone: 'danger' });
      else addLines(lines, problems);
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setPasting(false);
    }
  };
  const takePaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    const { target } = event;
    // One cell goes into the input; a text of several lines into one that takes them.
    const isRange =
      text.includes('\t') || (/\n./.test(text.trim()) && !(target instanceof HTMLTextAreaElement));
    if (!isRange || !isOpen || kind.parent !== undefined || !(target instanceof Element)) return;
    // A dialog that a cell opened is inside of the table for React and not in the page.
    if (!root.current?.contains(target)) return;
    event.preventDefault();
    if (isPasting) return;
    void paste(text, target.closest<HTMLElement>('[data-cell]')?.dataset.cell);
  };
  const act = useRef<(id: string, what: LineAct | 'drop' | 'renew', name?: string) => void>(() => {});
  act.current = (id, what, name) => {
    const place = ids.indexOf(id);
    const next = ids[what === 'up' ? place - 1 : place + 1];
    switch (what) {
      case 'up':
      case 'down':
        if (next !== undefined) focusCell(next, name);
        else if (what === 'down' && isOpen) add();
        return;
      case 'page-up':
      case 'page-down': {
        const to =
          ids[Math.max(0, Math.min(place + (what === 'page-up' ? -pageLines : pageLines), ids.length - 1))];
        if (to !== undefined) focusCell(to, name);
        return;
      }
      case 'insert':
        if (isOpen) add(id);
        return;
      case 'duplicate':
        if (isOpen && full === undefined) aim.current = { id: store.duplicate(kind, id), name };
        return;
      case 'move-up':
      case 'move-down': {
        const to = place + (what === 'move-up' ? -1 : 1);
        if (!isOpen || to < 0 || to >= ids.length) return;
        aim.current = { id, name };
        store.move(kind, id, to);
        return;
      }
      case 'renew':
        aim.current = { id: store.renew(kind, id), name: firstColumn };
        return;
      case 'drop': {
        const neighbour = ids[place + 1] ?? ids[place - 1];
        if (neighbour !== undefined) aim.current = { id: neighbour, name: firstColumn };
        const run = store.drop(kind, id);
        notify(`${label.one} ${agree(label, 'quitado')}`, { action: { label: 'Deshacer', run } });
        if (neighbour === undefined) root.current?.querySelector<HTMLElement>('[data-foot] button')?.focus();
      }
    }
  };
  const onAct = useCallback((id: string, what: LineAct | 'drop' | 'renew') => act.current(id, what), []);
  const takeKey = (event: KeyboardEvent): void => {
    const line = lineOf(event.target, root.current);
    const what = line && lineAct(event);
    if (!line || !what) return;
    event.preventDefault();
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]');
    act.current(line.dataset.line ?? '', what, cell?.dataset.cell ?? firstColumn);
  };

  const innerKinds = kind.nested.flatMap((name) => store.kinds.find((one) => one.name === name) ?? []);
  const within = useCallback(
    (id: string) =>
      innerKinds.map((inner) => (
        <NestedLines
          {...props}
          actions={undefined}
          key={inner.name}
          kind={inner}
          note={undefined}
          parent={id}
        />
      )),
    // `kind` is constant.
    [store, header, isWritten, isOpen, inputs],
  );
  const grid = useMemo(() => gridOf(columns, isOpen ? 3.25 : 2, isOpen ? 2.75 : 0), [columns, isOpen]);
  return (
    <LinesFrame
      data-cards={isWide(columns) || undefined}
      data-lines
      ref={root}
      {...handlers}
      onKeyDown={takeKey}
      onPaste={takePaste}
    >
      {wrong !== undefined && <p data-wrong-kind>{wrong}</p>}
      {ids.length > 0 && (
        <div data-scroll>
          <table aria-label={label.many} style={grid}>
            <thead>
              <tr>
                <th scope="col">#</th>
                {columns.map(({ name, field, label: title }) => (
                  <th data-align={field.kind.align} key={name} scope="col">
                    {title}
                    {editable.has(name) && field.options.required && field.kind.name !== 'yesNo' && (
                      <span aria-hidden> *</span>
                    )}
                  </th>
                ))}
                {isOpen && <td />}
              </tr>
            </thead>
            {ids.slice(0, mounted).map((id, index) => (
              <LineRow
                columns={columns}
                count={ids.length}
                drop={dragging?.id === id ? 'self' : dragging?.over === id ? dragging.at : undefined}
                editable={editable}
                full={full}
                header={header}
                id={id}
                inputs={inputs}
                isOpen={isOpen}
                key={id}
                kind={kind}
                note={note}
                onAct={onAct}
                place={index + 1}
                store={store}
                within={innerKinds.length > 0 ? within : undefined}
              />
            ))}
          </table>
        </div>
      )}
      <div data-foot>
        {isOpen && (
          <Button
            disabledReason={full}
            icon={<Plus aria-hidden size={16} />}
            onClick={() => add()}
            size={parent === undefined ? 'medium' : 'small'}
          >
            Agregar {label.one.toLocaleLowerCase('es')}
          </Button>
        )}
        {isOpen && Actions && (
          <Actions
            add={addLines}
            documentId={props.documentId ?? null}
            room={kind.max - count}
            values={props.values ?? noValues}
          />
        )}
        {ids.length === 0 ? (
          <p data-note>Todavía no hay {label.many.toLocaleLowerCase('es')}.</p>
        ) : (
          parent === undefined &&
          isOpen && (
            <p data-keys data-note>
              Enter baja a la celda siguiente y al final agrega {label.gender === 'f' ? 'una' : 'uno'}; Av Pág
              y Re Pág pasan diez; Alt+↑ y Alt+↓ mueven; Mayús+Alt+↓ duplica; las filas de una hoja de cálculo
              se pegan.
            </p>
          )
        )}
      </div>
    </LinesFrame>
  );
}

/** The lines nested in a line. Collapsed initially if there are none or many. */
function NestedLines(props: LinesTableProps & { readonly parent: string }): ReactElement {
  const { store, kind, parent } = props;
  const ids = useSyncExternalStore(store.subscribe, () => store.ids(kind, parent));
  const isWrong = useSyncExternalStore(store.subscribe, () =>
    store.ids(kind, parent).some((id) => Object.keys(store.view(kind, id).errors).length > 0),
  );
  const [isUnfolded, setUnfolded] = useState(() => ids.length > 0 && store.count(kind) <= 30);
  return (
    <details onToggle={(event) => setUnfolded(event.currentTarget.open)} open={isUnfolded || isWrong}>
      <summary>
        {kind.resource.label.many} ({ids.length})
      </summary>
      {(isUnfolded || isWrong) && <LinesTable {...props} />}
    </details>
  );
}
