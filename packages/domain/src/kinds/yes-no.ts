import { fold } from '../text/fold.ts';
import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';

export const yesNoKind: Kind<boolean> = {
  name: 'yesNo',
  family: 'choice',
  align: 'start',
  filter: {
    accepts: (text) => text === 'true' || text === 'false',
    read: (text) => ({ si: 'true', true: 'true', no: 'false', false: 'false' })[fold(text)] ?? null,
    write: (value) => (value === 'true' ? 'sí' : 'no'),
  },
  aggregate: 'yes',
  grouping: 'value',
  parse: (input) => (typeof input === 'boolean' ? parsed(input) : rejected('Indique sí o no.')),
  format: (value) => (value ? 'Sí' : 'No'),
  wire: (value) => value,
  compare: (a, b) => Number(a) - Number(b),
  column: () => 'boolean',
  schema: () => ({ type: 'boolean' }),
};

/** Yes or no; never empty, `initial` is `false` unless said otherwise. */
export const yesNo = (label: string, options: FieldOptions = {}): Field<boolean> => ({
  kind: yesNoKind,
  label,
  options: { initial: false, required: true, width: 'short', ...options },
});
