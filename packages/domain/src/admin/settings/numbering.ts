import { type NumberSeries, numberSeries, patternKey } from '../../document/number-series.ts';
import { longestPattern, type NumberedBy, patternFault } from '../../document/numbering.ts';
import type { Field, Kind } from '../../kinds/kind.ts';
import { type TextOptions, textKind } from '../../kinds/text.ts';
import type { SettingGroup } from './setting.ts';

interface PatternOptions extends TextOptions {
  readonly per: readonly NumberedBy[];
}

/** A valid numbering pattern (`patternFault`). */
const patternKind: Kind<string, PatternOptions> = {
  ...textKind,
  parse: (input, options) => {
    const text = textKind.parse(input, options);
    if (!text.ok) return text;
    const message = patternFault(text.value, options.per);
    return message === null ? text : { ok: false, message };
  },
};

const pattern = ({ label, initial, per }: NumberSeries): Field =>
  ({
    kind: patternKind,
    label,
    options: {
      per,
      max: longestPattern,
      required: true,
      initial,
      width: 'medium',
      hint: 'Rige los números que se den desde ahora.',
    },
  }) as Field;

/** Patterns of document numbers. */
export const numbering: SettingGroup = {
  label: 'Numeración',
  fields: Object.fromEntries(
    Object.entries(numberSeries).map(([name, series]) => [patternKey(name), pattern(series)]),
  ),
  scopes: Object.fromEntries(
    Object.entries(numberSeries).map(([name, { per }]) => [
      patternKey(name),
      per.includes('company') ? 'counted_by_company' : 'global',
    ]),
  ),
};
