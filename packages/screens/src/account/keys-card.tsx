import { ShortcutEditor, useShortcutGroups } from '@pauta/layout/keys';
import { Card } from '@pauta/ui/controls/card.tsx';
import { shortcutSettings, shortcutsOfLists } from '@pauta/ui/list/keys/shortcut-sheet.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Place = styled.div`
  scroll-margin-block-start: calc(var(--pauta-bar-height) + var(--pauta-space-4));
  & > section > [data-body] > p { margin: 0 0 var(--pauta-space-4); color: var(--pauta-color-text-muted); }
`;

/** Custom keyboard shortcuts, stored per user in this browser. */
export function KeysCard(): ReactElement {
  return (
    <Place id={shortcutSettings.split('#')[1]}>
      <Card title="Atajos de teclado">
        <p>Se recuerdan para usted en este navegador. «?» muestra los de cada página.</p>
        <ShortcutEditor groups={[...useShortcutGroups(), shortcutsOfLists]} />
      </Card>
    </Place>
  );
}
