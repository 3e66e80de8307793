/** Kinds of fiscal documents of the Dominican Republic: NCF (B…) and e-CF (E…), domain §6.25. */
export const fiscalDocuments = {
  B01: 'B01 · Crédito fiscal',
  B02: 'B02 · Consumo',
  B03: 'B03 · Nota de débito',
  B04: 'B04 · Nota de crédito',
  B14: 'B14 · Régimen especial',
  B15: 'B15 · Gubernamental',
  B16: 'B16 · Exportación',
  E31: 'E31 · Crédito fiscal electrónico',
  E32: 'E32 · Consumo electrónico',
  E33: 'E33 · Nota de débito electrónica',
  E34: 'E34 · Nota de crédito electrónica',
  E44: 'E44 · Régimen especial electrónico',
  E45: 'E45 · Gubernamental electrónico',
  E46: 'E46 · Exportación electrónica',
} as const;

export type FiscalDocument = keyof typeof fiscalDocuments;

/** Digits of the number after the kind: an NCF has 8, an e-CF 10 (DGII). */
const digitsOf = (document: FiscalDocument): number => (document.startsWith('B') ? 8 : 10);

/** The last number that fits into a fiscal number of this kind. */
export const lastNumberOf = (document: FiscalDocument): number => 10 ** digitsOf(document) - 1;

/**
 * The fiscal number (NCF or e-NCF) of the nth document of a kind.
 *
 * @example fiscalNumber('B01', 12) // 'B0100000012'
 * @example fiscalNumber('E31', 12) // 'E310000000012'
 */
export const fiscalNumber = (document: FiscalDocument, count: number): string =>
  document + String(count).padStart(digitsOf(document), '0');
