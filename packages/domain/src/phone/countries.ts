/** The data needed to parse telephone numbers in the national format of a country. */
export interface PhoneCountry {
  /** ITU-T E.164 country calling code, without the plus sign. */
  readonly code: string;
  /** Pattern of the national number without trunk prefix: fixed lines and mobiles. */
  readonly national: RegExp;
  /** The number of digits, in words. */
  readonly size: string;
  /** An example national number in the usual notation. */
  readonly example: string;
  /** Replacements of outdated or domestic prefixes, tried one after the other on a number that does not match. */
  readonly rewrite?: readonly (readonly [RegExp, string])[];
}

const northAmerica = {
  code: '1',
  national: /^[2-9]\d\d[2-9]\d{6}$/,
  size: '10 dígitos',
  rewrite: [[/^1/, '']],
} as const;

const trunk0 = [[/^0/, '']] as const;

/**
 * Spanish-speaking countries, Brazil and the United States by ISO 3166-1 alpha-2 code.
 * Numbering plans: ITU-T E.129, according to libphonenumber, with which the tests compare them.
 */
export const phoneCountries: Readonly<Record<string, PhoneCountry>> = {
  DO: { ...northAmerica, example: '809 555 0100' },
  PR: { ...northAmerica, example: '787 555 0100' },
  US: { ...northAmerica, example: '305 555 0100' },
  MX: {
    code: '52',
    national: /^[2-9]\d{9}$/,
    size: '10 dígitos',
    example: '55 1234 5678',
    // Used until 2019: 044, 045 and 01 before a number, and a 1 between the country code and a mobile number.
    rewrite: [[/^(04[45]|01|1)/, '']],
  },
  CO: {
    code: '57',
    national: /^(3\d{9}|60\d{8}|9408\d{6}|46\d{6})$/,
    size: '10 dígitos',
    example: '300 123 4567',
    rewrite: trunk0,
  },
  CL: { code: '56', national: /^[2-9]\d{8}$/, size: '9 dígitos', example: '9 6123 4567', rewrite: trunk0 },
  AR: {
    code: '54',
    national: /^(9?[1-3]\d{9}|[68]\d{9})$/,
    size: '10 dígitos, con el código de área',
    example: '11 1234 5678',
    // A mobile number is dialled as 0 + area + 15 + number within the country, and as 9 + area + number from abroad.
    rewrite: [
      [/^0/, ''],
      [/^(?:(11)|([23]\d\d)|([23]\d{3}))15(?=\d{6,8}$)(\d+)$/, '9$1$2$3$4'],
    ],
  },
  PE: {
    code: '51',
    national: /^(9\d{8}|[14-8]\d{7})$/,
    size: '8 o 9 dígitos',
    example: '912 345 678',
    rewrite: trunk0,
  },
  GT: { code: '502', national: /^[2-8]\d{7}$/, size: '8 dígitos', example: '5123 4567' },
  EC: {
    code: '593',
    national: /^(9\d{8}|[2-7]\d{7})$/,
    size: '8 o 9 dígitos, con el código de área',
    example: '99 123 4567',
    rewrite: trunk0,
  },
  ES: { code: '34', national: /^([6-9]\d{8}|400\d{6})$/, size: '9 dígitos', example: '612 345 678' },
  SV: { code: '503', national: /^[25-7]\d{7}$/, size: '8 dígitos', example: '7012 3456' },
  HN: { code: '504', national: /^[237-9]\d{7}$/, size: '8 dígitos', example: '9123 4567' },
  NI: { code: '505', national: /^[25-8]\d{7}$/, size: '8 dígitos', example: '8123 4567' },
  CR: { code: '506', national: /^([24-8]\d{7}|3005\d{4})$/, size: '8 dígitos', example: '8312 3456' },
  PA: { code: '507', national: /^(6\d{7}|[1-57-9]\d{6})$/, size: '7 u 8 dígitos', example: '6123 4567' },
  CU: {
    code: '53',
    national: /^([2-7]\d{5,7}|8\d{9})$/,
    size: 'de 6 a 8 dígitos, con el código de área',
    example: '5123 4567',
    rewrite: trunk0,
  },
  VE: { code: '58', national: /^[24-6]\d{9}$/, size: '10 dígitos', example: '412 123 4567', rewrite: trunk0 },
  BO: { code: '591', national: /^[2-7]\d{7}$/, size: '8 dígitos', example: '7123 4567', rewrite: trunk0 },
  PY: {
    code: '595',
    national: /^(9\d{8}|[2-8]\d{6,8})$/,
    size: 'de 7 a 9 dígitos',
    example: '961 456 789',
    rewrite: trunk0,
  },
  UY: {
    code: '598',
    national: /^[1249]\d{7}$/,
    size: '8 dígitos',
    example: '94 231 234',
    rewrite: trunk0,
  },
  GQ: { code: '240', national: /^(222|33\d|35\d|55\d)\d{6}$/, size: '9 dígitos', example: '222 123 456' },
  BR: {
    code: '55',
    national: /^[1-9][1-9]([2-8]\d{7}|9\d{8})$/,
    size: '10 u 11 dígitos, con el DDD',
    example: '11 96123 4567',
    rewrite: trunk0,
  },
};
