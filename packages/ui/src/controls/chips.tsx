import { token as t } from '@pauta/layout/theme';
import { X } from 'lucide-react';
import type { ReactElement, RefObject } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-1')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: inline-flex;
    align-items: center;
    max-inline-size: 100%;
    min-block-size: 26px;
    padding-inline-start: ${t('space-2')};
    border-radius: ${t('radius-sm')};
    background: ${t('color-neutral-soft')};
    color: ${t('color-neutral-text')};
    font-size: ${t('text-sm')};
  }
  & > li:not(:has(button)) { padding-inline-end: ${t('space-2')}; }
  & > li > span { padding-block: 3px; overflow-wrap: anywhere; }
  & > li > button {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 26px;
    block-size: 26px;
    padding: 0;
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    color: inherit;
    cursor: pointer;
  }
  & > li > button:hover { background: ${t('color-border')}; }
  @media (pointer: coarse) { & > li > button { inline-size: 44px; block-size: 44px; } }
  @media (forced-colors: active) { & > li { border: 1px solid CanvasText; } }
`;

export interface Chip {
  readonly key: string;
  readonly label: string;
}

/**
 * The selected values, each with a button that removes it. Removing one moves the focus to `after`, because the button
 * that had it is gone.
 */
export function Chips({
  label,
  chips,
  onRemove,
  after,
}: {
  label: string;
  chips: readonly Chip[];
  onRemove?: ((key: string) => void) | undefined;
  after?: RefObject<HTMLElement | null>;
}): ReactElement | null {
  if (chips.length === 0) return null;
  return (
    <List aria-label={label}>
      {chips.map((chip) => (
        <li key={chip.key}>
          <span title={chip.label}>{chip.label}</span>
          {onRemove && (
            <button
              aria-label={`Quitar ${chip.label}`}
              onClick={() => {
                onRemove(chip.key);
                after?.current?.focus();
              }}
              type="button"
            >
              <X aria-hidden size={14} />
            </button>
          )}
        </li>
      ))}
    </List>
  );
}
