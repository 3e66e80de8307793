/**
 * Serializes a rendered form as HTML that displays it before any script runs (a declarative shadow root). The form is
 * inert until the script hydrates it, and contains the selected options and only the CSS rules that apply. The function
 * runs in the document of the form and must not refer to anything outside itself.
 *
 * @param element a `<client-registration>`
 */
export function declareForm(element: Element): string {
  const shadow = element.shadowRoot;
  const view = element.ownerDocument.defaultView as (Window & typeof globalThis) | null;
  if (!shadow || !view) return '';
  // The document of the form can differ from the one that runs this code.
  const { document, HTMLSelectElement, HTMLInputElement, CSSStyleRule, CSSMediaRule, CSSContainerRule } =
    view;
  const drawn = document.createElement('div');
  drawn.append(...[...shadow.children].map((child) => child.cloneNode(true)));
  // The selected option is a property and not an attribute, so cloning the form loses it.
  const shown = shadow.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input');
  for (const [index, copy] of drawn.querySelectorAll<HTMLElement>('select, input').entries()) {
    const original = shown[index];
    if (copy instanceof HTMLSelectElement && original instanceof HTMLSelectElement) {
      for (const [place, option] of [...copy.options].entries())
        if (place !== original.selectedIndex) option.remove();
    } else if (original instanceof HTMLInputElement) copy.toggleAttribute('checked', original.checked);
  }
  for (const unseen of drawn.querySelectorAll('[data-unseen]')) unseen.remove();
  // Inert content cannot be focused, so it needs neither names nor autocomplete tokens: the script sets them.
  const later =
    /^(id|for|name|value|role|tabindex|auto.*|spellcheck|inputmode|maxlength|required|rel|target|aria-.*)$/;
  for (const part of drawn.querySelectorAll('*')) {
    for (const { name, value } of [...part.attributes]) {
      if (later.test(name) || (name === 'style' && value === '')) part.removeAttribute(name);
      else if (value === 'true') part.setAttribute(name, '');
    }
  }
  drawn.querySelector('[data-card]')?.setAttribute('inert', '');

  // The browser serializes `all: initial`, and `font: inherit` with exceptions, as all the single properties.
  const declarations = ({ cssText }: CSSStyleDeclaration): string =>
    cssText
      .replace(/([\w-]+: initial; ?){20,}/, 'all:initial;')
      .replace(/[\w-]+: initial; ?/g, '')
      .replace(/((font-[\w-]+|line-height): inherit; ?){5,}/, 'font:inherit;');
  const rulesOf = ({ cssRules }: { cssRules: CSSRuleList }, root: string): string =>
    [...cssRules]
      .map((rule) => {
        if (rule instanceof CSSStyleRule) {
          const { selectorText, style } = rule;
          const standing = selectorText.replaceAll('&', root).replace(/::[\w-]+/g, '');
          if (/:(hover|focus)/.test(selectorText)) return '';
          if (!selectorText.startsWith(':host') && !drawn.querySelector(standing)) return '';
          return `${selectorText.replace(/(^|, )& /g, '$1')}{${declarations(style)}${rulesOf(rule, selectorText)}}`;
        }
        const shows = rule instanceof CSSMediaRule && rule.conditionText === 'screen';
        const inner = shows || rule instanceof CSSContainerRule ? rulesOf(rule, root) : '';
        return inner && `${rule.cssText.split('{')[0]}{${inner}}`;
      })
      .join('');
  const css = shadow.adoptedStyleSheets
    .map((sheet) => rulesOf(sheet, ''))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}');
  const html = drawn.innerHTML.replace(/=""/g, '');
  return `<template shadowrootmode="open"><style>${css}</style>${html}</template>`;
}
