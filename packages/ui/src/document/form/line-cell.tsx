import { formatField, isEmpty, type KindName } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { ChevronDown } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { type Input, inputs } from '../../field-components/inputs.tsx';
import { WaitingInput } from '../../field-components/lazy-input.tsx';
import type { LineColumn } from '../line-columns.ts';
import type { LinesKind, LinesStore } from './lines-store.ts';

/** Kinds whose input is a plain element and so is rendered at once, even hundreds of times. */
const light: ReadonlySet<KindName> = new Set([
  'text',
  'longText',
  'integer',
  'decimal',
  'percent',
  'money',
  'yesNo',
  'email',
  'phone',
  'url',
]);

interface LineCellProps {
  readonly store: LinesStore;
  readonly kind: LinesKind;
  readonly id: string;
  readonly column: LineColumn;
  /** Accessible name of the input, which includes the line. */
  readonly label: string;
  readonly value: unknown;
  /** Values of the line and of the header that the input reads. */
  readonly values: Values;
  readonly error: string | undefined;
  /**
   * Whether the pointer or focus has reached the line; inputs of kinds that are not in `light` are created only then.
   */
  readonly isReached: boolean;
  readonly input: Input | undefined;
}

/** The input of one value of a line. It is rendered again only if this value or one that it reads changes. */
export const LineCell = memo(function LineCell(props: LineCellProps): ReactElement {
  const { store, kind, id, column, label, value, values, error, isReached, input } = props;
  const { name, field } = column;
  const Face = input ?? inputs[field.kind.name];
  const path = `${kind.name}.${id}.${name}`;
  const required = field.options.required && field.kind.name !== 'yesNo';
  const face = (
    <Face
      error={error}
      field={field}
      hideLabel
      label={label}
      name={path}
      onBlur={() => {
        if (error !== undefined || !isEmpty(value)) store.checkField(kind, id, name);
      }}
      onChange={(next) => store.change(kind, id, name, next)}
      placeholder={isEmpty(value) ? field.options.placeholder : undefined}
      required={required}
      value={value}
      values={values}
    />
  );
  if (light.has(field.kind.name)) return face;
  return (
    <WaitingInput
      frame={{ label, hideLabel: true, error, required, name: path }}
      icon={field.kind.family === 'choice' && <ChevronDown aria-hidden size={16} />}
      isWanted={isReached}
      shown={isEmpty(value) ? '' : formatField(field, value, values)}
    >
      {face}
    </WaitingInput>
  );
});
