import { token as t } from '@pauta/layout/theme';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button, GridList, GridListItem } from 'react-aria-components/GridList';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { styled } from 'styled-components';
import { IconButton } from './icon-button.tsx';
import { focusRing } from './style.ts';

export interface SortableItem {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label. */
  readonly note?: ReactNode;
}

export interface SortableListProps {
  readonly label: string;
  readonly items: readonly SortableItem[];
  /** Called when an item moves after the item `after`, or to the beginning (null). */
  readonly onMove: (id: string, after: string | null) => void;
  /** Shows the items without allowing to move them. */
  readonly readOnly?: boolean;
}

const Root = styled.div`
  & [role='grid'] { display: flex; flex-direction: column; outline: none; }
  & [role='row'] {
    display: flex;
    align-items: center;
    gap: ${t('space-2')};
    min-block-size: ${t('control-height')};
    padding-inline: ${t('space-1')};
    border-block-end: 1px solid ${t('color-border')};
    background: ${t('color-surface-raised')};
    outline: none;
  }
  & [role='row'] > div { display: flex; flex: 1; align-items: center; gap: ${t('space-2')}; min-inline-size: 0; }
  & [role='row'][data-focus-visible] { ${focusRing} }
  & [role='row'][data-dragging] { opacity: 0.5; }
  & [data-name] { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & [data-note] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-moves] { display: flex; }
  & [slot='drag'] {
    display: grid;
    place-items: center;
    min-inline-size: ${t('target-size')};
    min-block-size: ${t('target-size')};
    padding: 0;
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    color: ${t('color-text-muted')};
    cursor: grab;
  }
  & [slot='drag'][data-focus-visible] { ${focusRing} }
  & .react-aria-DropIndicator { block-size: 0; }
  & .react-aria-DropIndicator[data-drop-target] { outline: 1px solid ${t('color-accent')}; }
`;

/**
 * A list whose order the user changes: by dragging an item by its handle, by keyboard (Enter on the handle, then the
 * arrow keys), or with the buttons that move an item one position.
 *
 * @example <SortableList label="Orden" items={items} onMove={(id, after) => move(id, after)} />
 */
export function SortableList({ label, items, onMove, readOnly = false }: SortableListProps): ReactElement {
  const before = (id: string): string | null => {
    const place = items.findIndex((item) => item.id === id);
    return items[place - 1]?.id ?? null;
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    isDisabled: readOnly,
    onReorder: ({ keys, target }) => {
      const [moved] = [...keys].map(String);
      const next = String(target.key);
      if (moved === undefined || moved === next) return;
      const after = target.dropPosition === 'after' ? next : before(next);
      if (after !== moved) onMove(moved, after);
    },
  });
  return (
    <Root>
      <GridList
        aria-label={label}
        dependencies={[items]}
        dragAndDropHooks={dragAndDropHooks}
        items={items}
        selectionMode="none"
      >
        {(item) => {
          const place = items.findIndex((one) => one.id === item.id);
          return (
            <GridListItem id={item.id} textValue={item.label}>
              {!readOnly && (
                <Button aria-label={`Mover ${item.label}`} slot="drag">
                  <GripVertical aria-hidden size={16} />
                </Button>
              )}
              <span data-name>{item.label}</span>
              {item.note && <span data-note>{item.note}</span>}
              {!readOnly && (
                <span data-moves>
                  <IconButton
                    disabledReason={place === 0 ? 'Ya es el primero.' : undefined}
                    icon={<ChevronUp aria-hidden size={16} />}
                    label={`Subir ${item.label}`}
                    onClick={() => onMove(item.id, items[place - 2]?.id ?? null)}
                    size="small"
                  />
                  <IconButton
                    disabledReason={place === items.length - 1 ? 'Ya es el último.' : undefined}
                    icon={<ChevronDown aria-hidden size={16} />}
                    label={`Bajar ${item.label}`}
                    onClick={() => onMove(item.id, items[place + 1]?.id ?? null)}
                    size="small"
                  />
                </span>
              )}
            </GridListItem>
          );
        }}
      </GridList>
    </Root>
  );
}

/** Returns the items with one of them moved after `after`; null moves it to the beginning. */
export function moved<T extends { readonly id: string }>(
  items: readonly T[],
  id: string,
  after: string | null,
): readonly T[] {
  const item = items.find((one) => one.id === id);
  if (!item) return items;
  const rest = items.filter((one) => one.id !== id);
  const place = after === null ? 0 : rest.findIndex((one) => one.id === after) + 1;
  return [...rest.slice(0, place), item, ...rest.slice(place)];
}
