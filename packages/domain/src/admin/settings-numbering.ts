import type { Field, Kind } from '../kinds/kind.ts';
import { type TextOptions, textKind } from '../kinds/text.ts';
import type { SettingGroup } from './setting.ts';

const shape = /^(?:[A-Z0-9./-]|\{year\}|\{yy\}|\{number:[1-9]\})+$/;

/** A number as it is written: fixed signs, `{year}` or `{yy}`, and one `{number:digits}`. */
const patternKind: Kind<string, TextOptions> = {
  ...textKind,
  parse: (input, options) => {
    const text = textKind.parse(input, options);
    if (!text.ok) return text;
    const counters = text.value.match(/\{number:/g)?.length ?? 0;
    return shape.test(text.value) && counters === 1
      ? text
      : { ok: false, message: 'Use letras, números, guiones, {year} o {yy}, y una vez {number:5}.' };
  },
};

const pattern = (label: string, initial: string): Field =>
  ({
    kind: patternKind,
    label,
    options: {
      max: 40,
      required: true,
      initial,
      width: 'medium',
      hint: `Regirá los números nuevos. Ejemplo: ${exampleNumber(initial, 2026, 12)}.`,
    },
  }) as Field;

/**
 * The number that a pattern gives.
 *
 * @example exampleNumber('PR-{year}-{number:5}', 2026, 12) // 'PR-2026-00012'
 */
export function exampleNumber(text: string, year: number, count: number): string {
  return text
    .replaceAll('{year}', String(year))
    .replaceAll('{yy}', String(year).slice(2))
    .replace(/\{number:([1-9])\}/, (_, digits: string) => String(count).padStart(Number(digits), '0'));
}

/** How the documents of the areas to come are numbered. */
export const numbering: SettingGroup = {
  label: 'Numeración',
  fields: {
    'numbering.opportunity': pattern('Oportunidades', 'OP-{year}-{number:5}'),
    'numbering.quote': pattern('Presupuestos', 'PR-{year}-{number:5}'),
    'numbering.contract': pattern('Contratos', 'CT-{year}-{number:5}'),
    'numbering.invoice': pattern('Facturas', 'FA-{year}-{number:6}'),
    'numbering.receipt': pattern('Recibos de cobro', 'RC-{year}-{number:6}'),
    'numbering.implementation': pattern('Órdenes de implementación', 'OI-{year}-{number:5}'),
  },
};
