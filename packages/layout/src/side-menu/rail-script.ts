/**
 * A script for the head of a page that is rendered on a server: shows the stored rail from the first paint on, which
 * the server does not know. After hydration the menu sets the rail itself. A page rendered in the browser does not need
 * the script.
 *
 * @param storageKey The `storageKey` of `AppShell`.
 * @returns JavaScript of one line, safe inside `<script>`; allow it in the content security policy by its hash.
 * @example
 * `<head>…<script>${railScript('almacen.menu')}</script></head>`
 */
export function railScript(storageKey = 'pauta-menu'): string {
  const key = JSON.stringify(storageKey).replaceAll('<', '\\u003c');
  return `try{if(JSON.parse(localStorage.getItem(${key})).collapsed===true)document.documentElement.dataset.pautaRail=''}catch{}`;
}
