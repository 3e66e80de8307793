/** Creates a style sheet in the document of a shadow root, which accepts no sheets of other documents. */
export function newSheet({ ownerDocument }: ShadowRoot, rules: string): CSSStyleSheet {
  const sheet = new (ownerDocument.defaultView ?? window).CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}
