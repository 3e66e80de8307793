import type { Label } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { focusRing, forcedColors } from '../controls/style.ts';
import { changesText } from './live-words.ts';

// Has no height: it is displayed over the first row, so that the rows do not move when it appears.
const Root = styled.div`
  position: sticky;
  inset-block-start: calc(${t('bar-height')} + ${t('space-2')});
  z-index: ${t('z-sticky')};
  display: flex;
  justify-content: center;
  block-size: 0;
  overflow: visible;
  pointer-events: none;
  & > button {
    display: flex;
    align-items: center;
    gap: ${t('space-2')};
    block-size: max(34px, ${t('target-size')});
    margin-block-start: ${t('space-2')};
    padding-inline: ${t('space-4')};
    border: 1px solid transparent;
    border-radius: ${t('radius-full')};
    background: ${t('color-accent')};
    color: ${t('color-accent-contrast')};
    box-shadow: ${t('shadow-lg')};
    font: inherit;
    font-size: ${t('text-sm')};
    font-weight: ${t('weight-medium')};
    white-space: nowrap;
    cursor: pointer;
    pointer-events: auto;
  }
  & > button:hover { background: ${t('color-accent-hover')}; }
  & > button:focus-visible { ${focusRing} }
  ${forcedColors} { & > button { border-color: ButtonText; } }
  @media print { display: none; }
`;

export interface LiveNoticeProps {
  readonly label: Label;
  readonly created: number;
  /** Ids or number of the changed records. */
  readonly changed: ReadonlySet<string> | number;
  /** Messages were lost, so the number is unknown. */
  readonly isUnknown?: boolean;
  /** Called to reload the rows. */
  readonly onShow: () => void;
}

/**
 * "3 clientes nuevos — mostrar": announces changes by others while a list is displayed. The rows change only when the
 * user presses the button. Keep it mounted: a screen reader announces changes only in an existing live region.
 */
export function LiveNotice({
  label,
  created,
  changed,
  isUnknown = false,
  onShow,
}: LiveNoticeProps): ReactElement {
  const count = typeof changed === 'number' ? changed : changed.size;
  const text = changesText(label, { created, changed: count, isUnknown });
  return (
    <Root role="status">
      {text !== '' && (
        <button onClick={onShow} type="button">
          <RefreshCw aria-hidden size={14} />
          {text} — mostrar
        </button>
      )}
    </Root>
  );
}
