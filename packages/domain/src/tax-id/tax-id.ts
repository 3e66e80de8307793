import { argentina } from './ar.ts';
import { chile } from './cl.ts';
import { colombia } from './co.ts';
import { costaRica } from './cr.ts';
import { compactText } from './digits.ts';
import { dominicanRepublic } from './do.ts';
import { ecuador } from './ec.ts';
import { spain } from './es.ts';
import { guatemala } from './gt.ts';
import { mexico } from './mx.ts';
import { peru } from './pe.ts';
import { paraguay } from './py.ts';
import type { CountryTaxIds, PersonKind, TaxIdRule, TaxIdType, TaxIdVerdict } from './rule.ts';
import { elSalvador } from './sv.ts';
import { uruguay } from './uy.ts';
import { venezuela } from './ve.ts';

export type { CountryTaxIds, PersonKind, TaxIdRule, TaxIdType, TaxIdVerdict } from './rule.ts';

/** Tax classifications that a number may suggest (values of a client's `taxpayer_type`). */
export type ProposedTaxpayerType = 'taxpayer' | 'final_consumer' | 'nonprofit' | 'foreign';

export type TaxIdResult =
  | {
      readonly ok: true;
      /** Compact text, as it is stored. */
      readonly value: string;
      /** In the usual notation, for display. */
      readonly formatted: string;
      readonly personKind?: PersonKind;
      readonly proposedTaxpayerType?: ProposedTaxpayerType;
      /** A warning that does not reject the number. */
      readonly warning?: string;
    }
  | {
      readonly ok: false;
      readonly reason: Exclude<TaxIdVerdict, 'ok'> | 'type';
      /** The error and how to correct it, in Spanish. */
      readonly message: string;
      /** Another type of the same country for which the number is valid. */
      readonly suggestedType?: TaxIdType;
    };

const countries: readonly CountryTaxIds[] = [
  dominicanRepublic,
  mexico,
  colombia,
  chile,
  argentina,
  peru,
  guatemala,
  ecuador,
  spain,
  elSalvador,
  paraguay,
  uruguay,
  venezuela,
  costaRica,
];

const anything = (name: TaxIdType, label: string, min: number): TaxIdRule => ({
  name,
  label,
  example: '',
  size: `de ${min} a 20 letras y números`,
  compact: compactText,
  check: (compact) =>
    !/^[\p{L}\p{N}]+$/u.test(compact)
      ? 'format'
      : compact.length < min || compact.length > 20
        ? 'length'
        : 'ok',
  format: (compact) => compact,
});

/** Types that every country accepts besides its own. */
const common: readonly TaxIdRule[] = [
  anything('PASAPORTE', 'Pasaporte', 5),
  anything('OTRO', 'Otro documento', 3),
];

/** Countries whose numbers have a display name but no rule here. */
const named: Readonly<Record<string, readonly TaxIdRule[]>> = {
  PA: [anything('RUC', 'RUC', 5), anything('CEDULA', 'Cédula', 5)],
  NI: [anything('RUC', 'RUC', 5), anything('CEDULA', 'Cédula', 5)],
  BO: [anything('NIT', 'NIT', 5)],
  CU: [anything('NIT', 'NIT', 5)],
};

/**
 * The types of numbers of a country, the most usual first; passport and "other" are the last ones.
 *
 * @param country ISO 3166-1 alpha-2
 */
export const taxIdRules = (country: string): readonly TaxIdRule[] => [
  ...(countries.find((one) => one.country === country)?.types ?? named[country] ?? []),
  ...common,
];

/**
 * Display names of the types of a country, in order.
 *
 * @example taxIdTypes('DO') // ['RNC', 'CEDULA', 'PASAPORTE', 'OTRO']
 */
export const taxIdTypes = (country: string): readonly TaxIdType[] =>
  taxIdRules(country).map((rule) => rule.name);

/**
 * The types of numbers of a country, as a form shows them.
 *
 * @example taxIdNames('DO')[0] // { type: 'RNC', label: 'RNC', example: '1-31-24679-6' }
 */
export const taxIdNames = (
  country: string,
): readonly { readonly type: TaxIdType; readonly label: string; readonly example?: string }[] =>
  taxIdRules(country).map(({ name: type, label, example }) => ({ type, label, ...(example && { example }) }));

const isFeminine = (rule: TaxIdRule): boolean => rule.label.startsWith('Cédula');
/** The label inside a sentence: abbreviations keep their capitals. */
const nounOf = (rule: TaxIdRule): string =>
  /^[A-Z]{3}/.test(rule.label) ? rule.label : rule.label.toLowerCase();

function messageOf(rule: TaxIdRule, verdict: Exclude<TaxIdVerdict, 'ok'>): string {
  const feminine = isFeminine(rule);
  const noun = nounOf(rule);
  const example = rule.example ? ` Ejemplo: ${rule.example}.` : '';
  switch (verdict) {
    case 'check_digit':
      return `El dígito verificador ${feminine ? `de la ${noun}` : `del ${noun}`} no coincide. Revise el número.`;
    case 'length':
      return `${feminine ? 'La' : 'El'} ${noun} lleva ${rule.size}.${example}`;
    case 'format':
      return `${feminine ? 'La' : 'El'} ${noun} no tiene la forma correcta: lleva ${rule.size}.${example}`;
  }
}

function taxpayerType(country: string, rule: TaxIdRule, compact: string): ProposedTaxpayerType | undefined {
  if (rule.name === 'PASAPORTE') return 'foreign';
  if (country !== 'DO') return undefined;
  if (rule.name === 'CEDULA') return 'final_consumer';
  if (rule.name === 'RNC') return compact.startsWith('4') ? 'nonprofit' : 'taxpayer';
  return undefined;
}

/**
 * Checks a fiscal or personal number with the rule of its country.
 *
 * Passports, other documents and countries without a rule are checked for their length only. The kind of owner and the
 * Dominican taxpayer type, if the number determines them, are returned as proposals.
 *
 * @param country ISO 3166-1 alpha-2
 * @param text as typed, in any case, with any separators
 * @example
 * parseTaxId('DO', 'RNC', '131-24679-6')
 * // { ok: true, value: '131246796', formatted: '1-31-24679-6', proposedTaxpayerType: 'taxpayer', … }
 * parseTaxId('DO', 'RNC', '131246797')
 * // { ok: false, reason: 'check_digit', message: 'El dígito verificador del RNC no coincide. Revise el número.' }
 */
export function parseTaxId(country: string, type: string, text: string): TaxIdResult {
  const rules = taxIdRules(country);
  const rule = rules.find((one) => one.name === type);
  if (!rule) {
    return { ok: false, reason: 'type', message: 'Elija un tipo de identificación que se use en ese país.' };
  }
  const compact = rule.compact(text);
  const verdict = compact === '' ? 'length' : rule.check(compact);
  if (verdict !== 'ok') {
    // A wrong check digit is a typing error of this type; another length or letter may be another type.
    const other =
      verdict !== 'check_digit' &&
      rules.find((one) => !common.includes(one) && one !== rule && one.check(one.compact(text)) === 'ok');
    const hint = other ? ` Parece ${isFeminine(other) ? 'una' : 'un'} ${nounOf(other)}: cambie el tipo.` : '';
    return {
      ok: false,
      reason: verdict,
      message: messageOf(rule, verdict) + hint,
      ...(other && { suggestedType: other.name }),
    };
  }
  const kind = rule.personKind?.(compact);
  const proposed = taxpayerType(country, rule, compact);
  return {
    ok: true,
    value: compact,
    formatted: rule.format(compact),
    ...(kind && { personKind: kind }),
    ...(proposed && { proposedTaxpayerType: proposed }),
    ...(rule.doubtful?.(compact) && {
      warning: `El último carácter del ${rule.label} no es el habitual. Si lo copió bien, continúe.`,
    }),
  };
}

/**
 * A stored number in the usual notation; unknown types are returned unchanged.
 *
 * @example formatTaxId('DO', 'CEDULA', '00113918205') // '001-1391820-5'
 */
export function formatTaxId(country: string, type: string, compact: string): string {
  const rule = taxIdRules(country).find((one) => one.name === type);
  const verdict = rule?.check(compact);
  // A number that was accepted with a wrong check digit is formatted like the others.
  return rule && (verdict === 'ok' || verdict === 'check_digit') ? rule.format(compact) : compact;
}
