/**
 * A form that is on screen, as HTML that shows it before any script ran (a declarative shadow root): out of reach until
 * the script wakes it up, with the chosen options and the rules of a form at rest alone. Runs in the page that the form
 * stands in, and needs nothing around it.
 *
 * @param element a `<client-registration>`
 */
export function declareForm(element: Element): string {
  const shadow = element.shadowRoot;
  if (!shadow) return '';
  const steps = shadow.querySelector('[data-step]') ? /^$/ : /data-step|screen/;
  const later =
    /data-(loading|box|plain|mark|folio|spinner|error|warning)|aria-(invalid|disabled)|:hover|:focus|reduce|forced|keyframes/;
  const textOf = (rule: CSSRule): string => {
    if (!(rule instanceof CSSStyleRule) || rule.cssRules.length === 0) return rule.cssText;
    const inner = [...rule.cssRules].filter(({ cssText }) => {
      const [head = ''] = cssText.split('{');
      return !later.test(head) && !steps.test(head);
    });
    return `${rule.selectorText}{${rule.style.cssText}${inner.map(({ cssText }) => cssText).join('')}}`;
  };
  const css = shadow.adoptedStyleSheets
    .flatMap((sheet) => [...sheet.cssRules])
    .filter(({ cssText }) => !/^@keyframes/.test(cssText))
    .map(textOf)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/;}/g, '}');
  const drawn = document.createElement('div');
  drawn.append(...[...shadow.children].map((child) => child.cloneNode(true)));
  // What is chosen is no attribute: a copy does not know it.
  const shown = shadow.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input');
  for (const [index, copy] of drawn.querySelectorAll<HTMLElement>('select, input').entries()) {
    const original = shown[index];
    if (copy instanceof HTMLSelectElement && original instanceof HTMLSelectElement) {
      for (const [place, option] of [...copy.options].entries())
        if (place !== original.selectedIndex) option.remove();
    } else if (original instanceof HTMLInputElement) copy.toggleAttribute('checked', original.checked);
  }
  drawn.querySelector('[data-card]')?.setAttribute('inert', '');
  return `<template shadowrootmode="open"><style>${css}</style>${drawn.innerHTML}</template>`;
}
