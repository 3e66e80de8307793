import { formatCount } from '@pauta/domain/text/locale.ts';
import type { ReactElement } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import type { Paste } from './paste.ts';

/** Number of cells that are listed individually. */
const most = 8;

/** What of a paste was not taken, and why. */
export function PasteReport({
  paste: { problems, notes, taken, added },
  onClose,
}: {
  readonly paste: Paste;
  readonly onClose: () => void;
}): ReactElement {
  const pasted = `Se ${taken === 1 ? 'pegó' : 'pegaron'} ${formatCount(taken)} ${taken === 1 ? 'celda' : 'celdas'}${
    added.length > 0
      ? `, con ${formatCount(added.length)} ${added.length === 1 ? 'fila nueva' : 'filas nuevas'}`
      : ''
  }.`;
  return (
    <Banner
      actions={
        <Button onClick={onClose} size="small">
          Entendido
        </Button>
      }
      live
      tone="warning"
    >
      {pasted} {notes.join(' ')}
      {problems.length > 0 && (
        <>
          {' '}
          {problems.length === 1
            ? 'Una celda no se pudo leer'
            : `${formatCount(problems.length)} celdas no se pudieron leer`}{' '}
          y{problems.length === 1 ? ' quedó' : ' quedaron'} como{' '}
          {problems.length === 1 ? 'estaba' : 'estaban'}:
          <ul>
            {problems.slice(0, most).map(({ row, column, problem }) => (
              <li key={`${row} ${column}`}>
                Fila {formatCount(row)}, {column}: {problem}
              </li>
            ))}
            {problems.length > most && <li>y {formatCount(problems.length - most)} más.</li>}
          </ul>
        </>
      )}
    </Banner>
  );
}
