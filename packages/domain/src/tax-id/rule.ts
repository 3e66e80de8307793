/** Types of fiscal and personal numbers that a client or an agency may have. */
export type TaxIdType =
  | 'RNC'
  | 'CEDULA'
  | 'PASAPORTE'
  | 'RFC'
  | 'NIT'
  | 'RUC'
  | 'CUIT'
  | 'RUT'
  | 'RIF'
  | 'CPJ'
  | 'NIF'
  | 'OTRO';

/** A company or institution, or a natural person. */
export type PersonKind = 'legal_entity' | 'individual';

/** Result of checking a number: valid, invalid characters or prefix, wrong length, or wrong check digit. */
export type TaxIdVerdict = 'ok' | 'format' | 'length' | 'check_digit';

/** The rule for one type of number in one country. Every function takes and returns compact text. */
export interface TaxIdRule {
  readonly name: TaxIdType;
  /** Display name. */
  readonly label: string;
  /** A valid example number in the usual notation. */
  readonly example: string;
  /** Its length in words, for messages: `9 dígitos`. */
  readonly size: string;
  /** Typed text → upper case without separators, which is stored. */
  compact(text: string): string;
  check(compact: string): TaxIdVerdict;
  /** Compact → usual notation. */
  format(compact: string): string;
  /** The kind of owner, if the number determines it. */
  personKind?(compact: string): PersonKind | undefined;
  /** A warning that does not reject the number, because such numbers are in use. */
  doubtful?(compact: string): boolean;
}

/** The rules of one country. */
export interface CountryTaxIds {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly types: readonly TaxIdRule[];
}
