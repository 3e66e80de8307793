import { formatField, isEmpty, type KindName } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { ChevronDown } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { type Input, inputs } from '../../field-components/inputs.tsx';
import { WaitingInput } from '../../field-components/lazy-input.tsx';
import type { LineColumn } from '../line-columns.ts';
import type { LinesKind, LinesStore } from './lines-store.ts';

/** Kinds whose input is a plain element: there may be hundreds of them on a page. */
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
  /** Its accessible name, with the line it is in. */
  readonly label: string;
  readonly value: unknown;
  /** Values of the line and of the header that the input looks at. */
  readonly values: Values;
  readonly error: string | undefined;
  /** Somebody came to the line: inputs that are not light are made. */
  readonly isReached: boolean;
  readonly input: Input | undefined;
}

/** One value of a line that is edited. It renders again only for itself and for what it looks at. */
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
