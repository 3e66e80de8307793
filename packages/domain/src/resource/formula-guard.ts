const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A text of a CSV file that no spreadsheet runs as a formula (OWASP, CSV injection): an apostrophe goes before it.
 * Numbers must not be given.
 */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes back the apostrophe of `guardFormula`. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
