/**
 * A script for the head of a page that a server renders: shows the remembered rail from the first paint on, which the
 * server cannot know. The menu takes over when it is woken up. A page drawn in the browser needs none.
 *
 * @param storageKey The one of `AppShell`.
 * @returns JavaScript of one line, safe inside `<script>`; allow it in the content security policy by its hash.
 * @example
 * `<head>…<script>${railScript('almacen.menu')}</script></head>`
 */
export function railScript(storageKey = 'pauta-menu'): string {
  const key = JSON.stringify(storageKey).replaceAll('<', '\\u003c');
  return `try{if(JSON.parse(localStorage.getItem(${key})).collapsed===true)document.documentElement.dataset.pautaRail=''}catch{}`;
}
