import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App } from './app.tsx';

/** The first page, and the styles that it needs before its scripts arrive. */
export function render(): { app: string; styles: string } {
  const sheet = new ServerStyleSheet();
  try {
    return { app: renderToString(sheet.collectStyles(<App />)), styles: sheet.getStyleTags() };
  } finally {
    sheet.seal();
  }
}
