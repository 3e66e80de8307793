import { type ReactElement, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { ChipChoice } from '../controls/chip-choice.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { formatAmount } from './grid-line.tsx';
import { DialogForm } from './grid-style.ts';
import { type GridColumn, isNumeric } from './model/grid-types.ts';
import { readCell } from './model/read-cell.ts';

const decimal = /^[+-]?\d{1,4}(?:\.\d{1,4})?$/;

/** Asks by how many percent the selected amounts change. */
export function AdjustDialog({
  cells,
  onAdjust,
  onClose,
}: {
  /** Number of selected amounts. */
  readonly cells: number;
  readonly onAdjust: (percent: string) => void;
  readonly onClose: () => void;
}): ReactElement {
  const [percent, setPercent] = useState('');
  const [error, setError] = useState<string>();
  const submit = (): void => {
    const text = percent.replace(',', '.').replace(/^\+/, '');
    if (!decimal.test(text)) setError('Escriba un porcentaje, como 5 o -3.5.');
    else if (Number(text) < -100) setError('No se puede bajar más de 100 %.');
    else onAdjust(text);
  };
  return (
    <Dialog onClose={onClose} open title="Subir o bajar por porcentaje" width={26}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          // The grid may be within a form of its own.
          event.stopPropagation();
          submit();
        }}
      >
        <NumberField
          autoFocus
          error={error}
          hint={`Cambia ${cells === 1 ? 'la celda seleccionada' : `las ${cells} celdas seleccionadas`}. Con signo menos baja.`}
          isGrouped={false}
          label="Porcentaje"
          onChange={setPercent}
          required
          suffix="%"
          value={percent}
        />
        <footer>
          <Button onClick={onClose}>Cancelar</Button>
          <Button tone="primary" type="submit">
            Aplicar
          </Button>
        </footer>
      </DialogForm>
    </Dialog>
  );
}

/** How a total is spread over the columns of a row. */
export type SpreadBy = 'evenly' | 'own' | 'season';

const labels: Readonly<Record<SpreadBy, string>> = {
  evenly: 'En partes iguales',
  own: 'Según lo que ya hay',
  season: 'Según el año anterior',
};

/** Asks which total is spread over the selected amounts, and how. */
export function SpreadDialog({
  current,
  columns,
  rows,
  hasSeason,
  onSpread,
  onClose,
}: {
  /** The sum of the selected amounts. */
  readonly current: string;
  /** The selected columns. */
  readonly columns: readonly GridColumn[];
  /** Number of selected rows. */
  readonly rows: number;
  readonly hasSeason: boolean;
  readonly onSpread: (total: string, by: SpreadBy) => void;
  readonly onClose: () => void;
}): ReactElement {
  const [total, setTotal] = useState(current);
  const [by, setBy] = useState<SpreadBy>(hasSeason ? 'season' : 'evenly');
  const [error, setError] = useState<string>();
  const amount = columns.find(isNumeric);
  const submit = (): void => {
    if (!amount) return;
    const read = readCell(amount, total, '.');
    if (read.ok) onSpread(read.value, by);
    else setError(read.problem);
  };
  return (
    <Dialog onClose={onClose} open title="Repartir un total" width={30}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <NumberField
          autoFocus
          error={error}
          hint={`Lo seleccionado suma ${formatAmount(current, amount?.scale)}. El total queda exacto: los centavos que sobran van a las partes a las que más les faltaba.`}
          label="Total"
          onChange={setTotal}
          required
          scale={amount?.scale ?? 2}
          value={total}
        />
        <ChipChoice
          label="Cómo se reparte"
          onChange={(value) => setBy(value as SpreadBy)}
          options={(hasSeason ? (['season', 'evenly', 'own'] as const) : (['evenly', 'own'] as const)).map(
            (value) => ({ value, label: labels[value] }),
          )}
          value={by}
        />
        {rows > 1 && <p>Entre las filas se reparte según lo que suma cada una.</p>}
        <footer>
          <Button onClick={onClose}>Cancelar</Button>
          <Button tone="primary" type="submit">
            Repartir
          </Button>
        </footer>
      </DialogForm>
    </Dialog>
  );
}
