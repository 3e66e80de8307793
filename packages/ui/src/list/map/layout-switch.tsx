import { type Layout, layouts } from '@pauta/domain/resource/query/view.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { focusRing, forcedColors } from '../../controls/style.ts';

const labels: Readonly<Record<Layout, string>> = { list: 'Lista', both: 'Ambos', map: 'Mapa' };

const Group = styled.div`
  display: inline-flex;
  inline-size: fit-content;
  padding: 2px;
  border: 1px solid ${t('color-border-strong')};
  border-radius: ${t('radius-md')};
  background: ${t('color-surface')};
  & > button {
    min-block-size: calc(${t('control-height')} - 6px);
    padding-inline: ${t('space-2')};
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    color: ${t('color-text-muted')};
    cursor: pointer;
  }
  & > button:hover { background: ${t('color-hover')}; color: ${t('color-text')}; }
  & > button[aria-pressed='true'] { background: ${t('color-accent-soft')}; color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
  & > button:focus-visible { ${focusRing} }
  ${forcedColors} { & > button[aria-pressed='true'] { outline: 2px solid Highlight; } }
`;

/** Switches between the rows of a list, its map, and both. */
export function LayoutSwitch({
  layout,
  isOneOnly,
  onChange,
}: {
  layout: Layout;
  /** The window is too narrow for both. */
  isOneOnly: boolean;
  onChange: (layout: Layout) => void;
}): ReactElement {
  return (
    <Group aria-label="Vista" role="group">
      {layouts
        .filter((one) => one !== 'both' || !isOneOnly)
        .map((one) => (
          <button aria-pressed={one === layout} key={one} onClick={() => onChange(one)} type="button">
            {labels[one]}
          </button>
        ))}
    </Group>
  );
}
