const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Escapes a text of a CSV file that a spreadsheet would run as a formula (OWASP, CSV injection) with a leading
 * apostrophe. Not for numbers.
 */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `guardFormula` added. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
