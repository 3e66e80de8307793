import { sum } from '@pauta/domain/money/arithmetic.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { ArrowDownToLine, ArrowRightToLine, Percent, Plus, Redo2, Split, Trash2, Undo2 } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { fillIn } from './grid-keys.ts';
import { blankOf, isWritable } from './model/grid-types.ts';
import { adjust, amountsIn, ownWeights, type Sheet, spread, type WeightsOf } from './model/operations.ts';
import type { GridSelection } from './use-selection.ts';
import { cellsText, type GridSteps } from './use-steps.ts';

const dialogs = () => import('./grid-dialogs.tsx');
const AdjustDialog = lazy(async () => ({ default: (await dialogs()).AdjustDialog }));
const SpreadDialog = lazy(async () => ({ default: (await dialogs()).SpreadDialog }));

export interface GridToolsProps {
  readonly label: string;
  readonly sheet: Sheet;
  readonly selection: GridSelection;
  readonly steps: GridSteps;
  readonly isReadOnly: boolean;
  readonly rowName: string;
  readonly room: number;
  /** Adds an empty row; absent where rows are not added. */
  readonly onAddRow: (() => void) | undefined;
  readonly mayDrop: boolean;
  readonly seasonOf: WeightsOf | undefined;
  readonly tools: ReactNode;
}

/** The buttons of a grid, with their dialogs. */
export function GridTools(props: GridToolsProps): ReactElement | null {
  const { label, sheet, selection, steps, isReadOnly, rowName, room, onAddRow, mayDrop, seasonOf, tools } =
    props;
  const [asked, setAsked] = useState<'adjust' | 'spread' | null>(null);
  const { range } = selection;
  const selected = sheet.columns.slice(range.left, range.right + 1).filter(({ kind }) => kind === 'amount');
  const [first] = selected;
  const noAmounts = selected.some(isWritable) ? undefined : 'Seleccione celdas con montos.';
  const fill = (right: boolean): void => fillIn({ sheet, isReadOnly, selection, steps }, right);
  if (isReadOnly && !tools) return null;
  return (
    <div aria-label={`Herramientas de ${label.toLocaleLowerCase('es')}`} data-tools role="toolbar">
      {!isReadOnly && (
        <>
          <IconButton
            disabledReason={steps.mayUndo ? undefined : 'No hay nada que deshacer.'}
            icon={<Undo2 aria-hidden size={16} />}
            label="Deshacer"
            onClick={steps.undo}
            size="small"
          />
          <IconButton
            disabledReason={steps.mayRedo ? undefined : 'No hay nada que rehacer.'}
            icon={<Redo2 aria-hidden size={16} />}
            label="Rehacer"
            onClick={steps.redo}
            size="small"
          />
          <IconButton
            icon={<ArrowRightToLine aria-hidden size={16} />}
            label="Rellenar a la derecha"
            onClick={() => fill(true)}
            size="small"
          />
          <IconButton
            icon={<ArrowDownToLine aria-hidden size={16} />}
            label="Rellenar hacia abajo"
            onClick={() => fill(false)}
            size="small"
          />
          <Button
            disabledReason={noAmounts}
            icon={<Percent aria-hidden size={16} />}
            onClick={() => setAsked('adjust')}
            size="small"
          >
            Subir o bajar
          </Button>
          <Button
            disabledReason={noAmounts}
            icon={<Split aria-hidden size={16} />}
            onClick={() => setAsked('spread')}
            size="small"
          >
            Repartir
          </Button>
          {onAddRow && (
            <Button
              disabledReason={room > 0 ? undefined : 'No caben más.'}
              icon={<Plus aria-hidden size={16} />}
              onClick={onAddRow}
              size="small"
            >
              Agregar {rowName}
            </Button>
          )}
          {mayDrop && (
            <Button
              disabledReason={sheet.rows.length > 0 ? undefined : 'No hay nada que quitar.'}
              icon={<Trash2 aria-hidden size={16} />}
              onClick={() => steps.drop(sheet.rows.slice(range.top, range.bottom + 1))}
              size="small"
            >
              Quitar
            </Button>
          )}
        </>
      )}
      {tools}
      <Suspense>
        {asked === 'adjust' && (
          <AdjustDialog
            cells={amountsIn(sheet, range).length}
            onAdjust={(percent) => {
              setAsked(null);
              steps.change(
                `${percent.startsWith('-') ? 'Bajar' : 'Subir'} ${percent.replace('-', '')} %`,
                adjust(sheet, range, percent),
              );
            }}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === 'spread' && first && (
          <SpreadDialog
            columns={selected}
            current={sum([blankOf(first), ...amountsIn(sheet, range)])}
            hasSeason={seasonOf !== undefined}
            onClose={() => setAsked(null)}
            onSpread={(total, by) => {
              setAsked(null);
              const weights = { evenly: null, own: ownWeights(sheet.columns), season: seasonOf ?? null }[by];
              const { changes, evenly } = spread(sheet, range, total, weights);
              const missing = evenly === 1 ? '1 fila no tiene' : `${formatCount(evenly)} filas no tienen`;
              steps.change(
                'Repartir',
                changes,
                evenly > 0
                  ? `Repartido. ${missing} con qué repartir y quedó en partes iguales.`
                  : `Repartido: ${cellsText(changes.length)}.`,
              );
            }}
            rows={range.bottom - range.top + 1}
          />
        )}
      </Suspense>
    </div>
  );
}
