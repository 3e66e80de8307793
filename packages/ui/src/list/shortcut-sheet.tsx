import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { Dialog } from '../controls/dialog.tsx';
import { Switch } from '../controls/switch.tsx';
import { type Shortcut, shortcuts } from './shortcuts.ts';
import { singleKeys, useSingleKeys } from './single-keys.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  & > dl { display: grid; grid-template-columns: auto 1fr; gap: ${t('space-2')} ${t('space-4')}; align-items: center; margin: 0; }
  & dt { display: flex; gap: ${t('space-1')}; align-items: center; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & dd { margin: 0; }
  & kbd {
    min-inline-size: 26px;
    padding: 1px ${t('space-2')};
    border: 1px solid ${t('color-border-strong')};
    border-block-end-width: 2px;
    border-radius: ${t('radius-sm')};
    background: ${t('color-surface')};
    color: ${t('color-text')};
    font-family: inherit;
    font-size: ${t('text-sm')};
    text-align: center;
  }
`;

const names: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ' ': 'Espacio',
  Escape: 'Esc',
  X: 'Mayús + X',
};

const nameOf = (key: string): string => names[key] ?? (key.length === 1 ? key.toUpperCase() : key);

function Keys({ keys, ctrl }: Pick<Shortcut, 'keys' | 'ctrl'>): ReactElement {
  return (
    <>
      {keys.map((key, index) => (
        <span key={key}>
          {index > 0 && 'o '}
          <kbd>{ctrl ? `Ctrl + ${nameOf(key)}` : nameOf(key)}</kbd>
        </span>
      ))}
    </>
  );
}

/** The keys of a list, and the switch of those that are a single character. */
export function ShortcutSheet({ onClose }: { onClose: () => void }): ReactElement {
  const on = useSingleKeys();
  return (
    <Dialog onClose={onClose} open title="Atajos de teclado" width={34}>
      <Root>
        <Switch
          checked={on}
          hint="Apáguelos si dicta a su equipo o si una letra suelta le estorba. Las flechas, Intro y Esc siguen funcionando."
          label="Atajos de una sola tecla"
          onChange={singleKeys.set}
        />
        <dl>
          <dt>
            <kbd>Intro</kbd>
          </dt>
          <dd>Abrir el registro de la fila</dd>
          {shortcuts.map((shortcut) => (
            <Line key={shortcut.label} shortcut={shortcut} />
          ))}
        </dl>
      </Root>
    </Dialog>
  );
}

function Line({ shortcut }: { shortcut: Shortcut }): ReactElement {
  return (
    <>
      <dt>
        <Keys ctrl={shortcut.ctrl ?? false} keys={shortcut.keys} />
      </dt>
      <dd>{shortcut.label}</dd>
    </>
  );
}
