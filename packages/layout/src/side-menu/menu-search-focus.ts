/**
 * Moves the focus to the search of the menu, expanding the rail or opening the drawer if necessary.
 *
 * @example
 * useShortcuts('Menú', [{ id: 'menu-search', keys: ['/'], label: 'Buscar en el menú', run: focusMenuSearch }]);
 */
export function focusMenuSearch(): void {
  const find = (selector: string): HTMLElement | null =>
    document.querySelector(`[data-pauta-shell] ${selector}`);
  const toggle = find('[data-toggle="drawer"]');
  if (toggle && getComputedStyle(toggle).display !== 'none') {
    toggle.click();
    // The drawer focuses its first control when it opens; the search is focused after that.
    requestAnimationFrame(() => find('dialog [data-search] > input')?.focus());
    return;
  }
  const control = find('nav [data-search] > :is(input, button)');
  // The search button of the rail expands the menu and focuses the search.
  if (control instanceof HTMLInputElement) control.focus();
  else control?.click();
}
