/**
 * Goes to the search of the menu, wherever it is: beside the page, behind the rail, in the drawer.
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
    // The drawer gives the focus to its first control once it is shown.
    requestAnimationFrame(() => find('dialog [data-search] > input')?.focus());
    return;
  }
  const control = find('nav [data-search] > :is(input, button)');
  // The button of the rail opens the menu and hands the focus over.
  if (control instanceof HTMLInputElement) control.focus();
  else control?.click();
}
