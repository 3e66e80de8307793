import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { badgeStyle } from '../../controls/badge.tsx';
import { Button } from '../../controls/button.tsx';
import { checkRow } from '../../controls/check-style.ts';
import { DialogActions } from '../../controls/confirm-dialog.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { useLabels } from '../../data/use-label.ts';
import { cells } from '../../field-components/cells.tsx';
import type { Conflict } from './merge.ts';
import { type OthersChange, whoChanged } from './others-changes.ts';

export type Side = 'mine' | 'theirs';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  ${badgeStyle}
  & fieldset { margin: 0; padding: ${t('space-3')}; border: 1px solid ${t('color-border')}; border-radius: ${t('radius-md')}; min-inline-size: 0; }
  & legend { padding-inline: ${t('space-1')}; font-weight: ${t('weight-bold')}; }
  & fieldset > p { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; overflow-wrap: anywhere; }
  & fieldset > div { display: grid; grid-template-columns: 1fr 1fr; gap: ${t('space-2')}; margin-block-start: ${t('space-2')}; }
  & label { ${checkRow} padding: ${t('space-2')}; border: 1px solid ${t('color-border')}; border-radius: ${t('radius-md')}; }
  & label:has(:checked) { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; }
  & label > span { min-inline-size: 0; overflow-wrap: anywhere; }
  & label small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; }
  @media (max-width: 40rem) { & fieldset > div { grid-template-columns: 1fr; } }
`;

/** Asks for each field which of two conflicting values is kept; other changes are merged without asking. */
export function ConflictPanel({
  fields,
  conflicts,
  taken,
  others = [],
  changes,
  record,
  what,
  onResolve,
  onCancel,
}: {
  fields: Fields;
  conflicts: readonly Conflict[];
  /** Names of the fields that only the other user changed. */
  taken: readonly string[];
  /** Other changes of the other user that are kept, one sentence each. */
  others?: readonly string[];
  /** Changes that others saved meanwhile. */
  changes: readonly OthersChange[];
  /** The current record, for kinds whose format depends on other fields. */
  record: Values;
  /** "este cliente" */
  what: string;
  onResolve: (sides: Readonly<Record<string, Side>>) => void;
  onCancel: () => void;
}): ReactElement {
  const labels = useLabels();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(conflicts.map((conflict) => [conflict.name, 'mine' as const])),
  );
  const show = ({ name, part }: Conflict, value: unknown): ReactNode => {
    if (part) return part.format(value);
    const field = fields[name];
    if (!field) return null;
    const Cell = cells[field.kind.name];
    return <Cell field={field} place="list" record={record} value={value} />;
  };
  const labelOf = (name: string): string => (fields[name] ? labels.label(fields[name]) : name);
  return (
    <Dialog onClose={onCancel} open title={`${changes[0]?.by ?? 'Otra persona'} modificó ${what}`} width={42}>
      <Root>
        <p>Mientras usted editaba, se guardaron otros cambios. Elija qué valor queda en cada dato.</p>
        {conflicts.map((conflict) => {
          const { name, base, mine, theirs, part } = conflict;
          return (
            <fieldset key={name}>
              <legend>{part?.label ?? labelOf(name)}</legend>
              <p>Antes: {show(conflict, base)}</p>
              <div>
                {(
                  [
                    ['mine', 'Su cambio', mine],
                    ['theirs', `Guardado por ${part?.by ?? whoChanged(changes, [name])}`, theirs],
                  ] as const
                ).map(([side, title, value]) => (
                  <label key={side}>
                    <input
                      checked={sides[name] === side}
                      name={`conflict-${name}`}
                      onChange={() => setSides({ ...sides, [name]: side })}
                      type="radio"
                    />
                    <span>
                      <small>{title}</small>
                      {show(conflict, value)}
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
          );
        })}
        {taken.length > 0 && (
          <p>
            También cambió, y se conserva: {taken.map(labelOf).join(', ')}. Lo hizo{' '}
            {whoChanged(changes, taken)}.
          </p>
        )}
        {others.length > 0 && (
          <>
            <p>También se conserva lo que no toca esos datos:</p>
            {others.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </>
        )}
      </Root>
      <DialogActions>
        <Button onClick={onCancel}>Seguir editando</Button>
        <Button onClick={() => onResolve(sides)} tone="primary">
          Guardar con estos valores
        </Button>
      </DialogActions>
    </Dialog>
  );
}
