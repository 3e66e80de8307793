import { railScript } from '@pauta/layout/menu-tools';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App, menuKey } from './app.tsx';

/**
 * Renders the first page, and the part of its head that is needed before its scripts run: the styles, and a script that
 * restores the width of the menu.
 */
export function render(): { app: string; head: string } {
  const sheet = new ServerStyleSheet();
  try {
    const app = renderToString(sheet.collectStyles(<App />));
    return { app, head: `${sheet.getStyleTags()}<script>${railScript(menuKey)}</script>` };
  } finally {
    sheet.seal();
  }
}
