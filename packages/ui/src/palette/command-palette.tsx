import type { IndexedResource } from '@pauta/domain/resource/indexed-resource.ts';
import { CornerDownLeft, FileText, LayoutPanelLeft, Search, Zap } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal } from 'react-aria-components/Modal';
import { Button } from '../controls/button.tsx';
import { Spinner } from '../controls/spinner.tsx';
import { useNavigate } from '../router.ts';
import {
  type PaletteAction,
  type PaletteGroup,
  type PaletteItem,
  type PalettePage,
  paletteGroups,
  readPaletteQuery,
} from './palette-items.ts';
import { Scrim } from './palette-style.ts';
import { useRecordSearch } from './use-record-search.ts';

export interface CommandPaletteProps {
  /** The resources whose records are searched. */
  readonly resources: readonly IndexedResource[];
  /** The pages of the menu, in menu order. */
  readonly pages: readonly PalettePage[];
  readonly actions: readonly PaletteAction[];
  /** Favourites, followed by recently visited pages and records, latest first. */
  readonly recent?: readonly PalettePage[];
  /** Text typed into `PalettePlaceholder` before the palette was loaded. */
  readonly begun?: string;
  readonly onClose: () => void;
}

/**
 * Focuses the search box as soon as it is mounted, before the dialog focuses its first element, with the caret after
 * the text that it already has.
 */
const takeFocus = (input: HTMLInputElement | null): void => {
  input?.focus();
  input?.setSelectionRange(input.value.length, input.value.length);
};

const icons = { recent: LayoutPanelLeft, pages: LayoutPanelLeft, records: FileText, actions: Zap } as const;

/**
 * Opens pages and records of every resource, and runs actions, by keyboard. `>` shows only actions, `#` only records.
 * The arrow keys select, Enter opens, Ctrl+Enter opens in a new tab, Escape closes.
 *
 * @example {open && <CommandPalette actions={actions} onClose={close} pages={pages} />}
 */
export function CommandPalette({
  resources,
  pages,
  actions,
  recent = [],
  begun = '',
  onClose,
}: CommandPaletteProps): ReactElement {
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(begun);
  const [chosen, setChosen] = useState<string | null>(null);
  const query = readPaletteQuery(typed);
  const records = useRecordSearch(resources, query.text, query.only !== 'actions');
  const groups = paletteGroups(query, { pages, actions, recent, records: records.items });
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ key }) => key === chosen) ?? items[0];
  const optionId = (item: PaletteItem): string => `${id}-${items.indexOf(item)}`;

  const choose = (item: PaletteItem): void => {
    setChosen(item.key);
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const follow = (item: PaletteItem, inNewTab: boolean): void => {
    if (inNewTab && item.href !== undefined) {
      window.open(item.href, '_blank', 'noopener');
      return;
    }
    onClose();
    if (item.href !== undefined) void navigate(item.href);
    else item.run?.();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const at = active ? items.indexOf(active) : -1;
    const places: Readonly<Record<string, number>> = {
      ArrowDown: at + 1 < items.length ? at + 1 : 0,
      ArrowUp: at > 0 ? at - 1 : items.length - 1,
      PageDown: Math.min(at + 8, items.length - 1),
      PageUp: Math.max(at - 8, 0),
    };
    const place = places[event.key];
    if (place !== undefined) {
      event.preventDefault();
      const next = items[place];
      if (next) choose(next);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      follow(active, event.ctrlKey || event.metaKey);
    }
  };

  return (
    <Scrim isDismissable isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal>
        <Dialog aria-label="Buscar páginas, registros y acciones">
          <div data-search>
            <Search aria-hidden size={18} />
            <input
              aria-activedescendant={active && optionId(active)}
              aria-autocomplete="list"
              aria-controls={`${id}-list`}
              aria-expanded={items.length > 0}
              aria-label="Buscar páginas, registros y acciones"
              autoComplete="off"
              maxLength={200}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(null);
              }}
              onKeyDown={press}
              placeholder="Buscar o ir a…"
              ref={takeFocus}
              role="combobox"
              spellCheck={false}
              type="text"
              value={typed}
            />
            {records.loading && <Spinner />}
          </div>
          {/* The scrolling list cannot be focused: it is navigated from the text box. */}
          <div aria-label="Resultados" data-results id={`${id}-list`} ref={list} role="listbox">
            {groups.map((group) => (
              <Group
                active={active}
                group={group}
                id={`${id}-${group.id}`}
                key={group.id}
                onFollow={follow}
                onHover={(item) => setChosen(item.key)}
                optionId={optionId}
              />
            ))}
          </div>
          <State count={items.length} query={query.text} records={records} />
          <footer aria-hidden>
            <span>
              <kbd>↑ ↓</kbd> elegir
            </span>
            <span>
              <kbd>Entrar</kbd> abrir
            </span>
            <span>
              <kbd>Ctrl Entrar</kbd> en otra pestaña
            </span>
            <span>
              <kbd>&gt;</kbd> acciones
            </span>
            <span>
              <kbd>#</kbd> registros
            </span>
          </footer>
        </Dialog>
      </Modal>
    </Scrim>
  );
}

function Group({
  group,
  id,
  active,
  optionId,
  onFollow,
  onHover,
}: {
  group: PaletteGroup;
  id: string;
  active: PaletteItem | undefined;
  optionId: (item: PaletteItem) => string;
  onFollow: (item: PaletteItem, inNewTab: boolean) => void;
  onHover: (item: PaletteItem) => void;
}): ReactElement {
  const Icon = icons[group.id];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
    <div aria-labelledby={id} role="group">
      <div id={id} role="presentation">
        {group.label}
      </div>
      {group.items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
        <div
          aria-selected={item === active}
          id={optionId(item)}
          key={item.key}
          onClick={(event) => onFollow(item, event.ctrlKey || event.metaKey)}
          onPointerMove={() => item !== active && onHover(item)}
          role="option"
        >
          <Icon aria-hidden size={16} />
          <span>
            <Marked item={item} />
            {item.hint && <small>{item.hint}</small>}
          </span>
          {item.note && <span data-note>{item.note}</span>}
          {item === active && <CornerDownLeft aria-hidden size={14} />}
        </div>
      ))}
    </div>
  );
}

/** A label with the matching parts highlighted. */
function Marked({ item: { label, marks } }: { item: PaletteItem }): ReactElement {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push(label.slice(from, start), <mark key={start}>{label.slice(start, end)}</mark>);
    from = end;
  }
  return (
    <>
      {parts}
      {label.slice(from)}
    </>
  );
}

function State({
  query,
  count,
  records,
}: {
  query: string;
  count: number;
  records: ReturnType<typeof useRecordSearch>;
}): ReactElement {
  const isSearching = records.loading && count === 0;
  return (
    <>
      {/* Always rendered: a screen reader announces only changes in an existing live region. */}
      <div
        data-state={count === 0 && !records.failure ? '' : undefined}
        role="status"
        style={count > 0 || records.failure ? hidden : undefined}
      >
        {isSearching
          ? 'Buscando…'
          : count > 0
            ? `${count} ${count === 1 ? 'resultado' : 'resultados'}`
            : `Nada coincide con «${query}». Pruebe con otra palabra o con menos letras.`}
      </div>
      {records.meant !== undefined && (
        <div data-state role="status">
          Ningún registro coincide con «{query}». ¿Quiso decir «{records.meant}»? Es lo que se muestra.
        </div>
      )}
      {records.failure && (
        <div data-state role="alert">
          No se pudieron buscar registros. {records.failure}
          <Button onClick={records.retry} size="small">
            Reintentar
          </Button>
        </div>
      )}
    </>
  );
}

const hidden = {
  position: 'absolute',
  inlineSize: 1,
  blockSize: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;
