/** A style sheet for a shadow root, made by the document that it is in: of another one it takes none. */
export function newSheet({ ownerDocument }: ShadowRoot, rules: string): CSSStyleSheet {
  const sheet = new (ownerDocument.defaultView ?? window).CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}
