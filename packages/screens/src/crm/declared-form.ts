/**
 * A form that is on screen, as HTML that shows it before any script ran (a declarative shadow root): out of reach until
 * the script wakes it up, and with the chosen options alone. Runs in the page that the form stands in, and needs
 * nothing around it.
 *
 * @param element a `<client-registration>`
 */
export function declareForm(element: Element): string {
  const shadow = element.shadowRoot;
  if (!shadow) return '';
  const rules = shadow.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const drawn = document.createElement('div');
  drawn.append(...[...shadow.children].map((child) => child.cloneNode(true)));
  for (const option of drawn.querySelectorAll('option')) {
    if (option.index > 0 || option.parentElement?.querySelector('option[value=""]') === null) {
      if (!option.selected) option.remove();
    }
  }
  drawn.querySelector('[data-card]')?.setAttribute('inert', '');
  const css = rules
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/;}/g, '}');
  return `<template shadowrootmode="open"><style>${css}</style>${drawn.innerHTML}</template>`;
}
