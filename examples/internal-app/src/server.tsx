import { railScript } from '@pauta/layout/menu-tools';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App, menuKey } from './app.tsx';

/** The first page, and what its head needs before its scripts arrive: styles, and the rail that a person left. */
export function render(): { app: string; head: string } {
  const sheet = new ServerStyleSheet();
  try {
    const app = renderToString(sheet.collectStyles(<App />));
    return { app, head: `${sheet.getStyleTags()}<script>${railScript(menuKey)}</script>` };
  } finally {
    sheet.seal();
  }
}
