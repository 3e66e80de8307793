import { formatCount } from '@pauta/domain/text/locale.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import type { Paste } from './model/paste.ts';

/** Number of problems that are listed individually. */
const most = 8;

interface Told {
  readonly key: string;
  readonly text: string;
  /** The first cell that has it, by the indexes of its row and column. */
  readonly row: number;
  readonly column: number;
}

/** The problems in words: the same one of many rows is told once. */
const toldOf = (problems: Paste['problems']): readonly Told[] =>
  [...Map.groupBy(problems, ({ column, problem }) => `${column}: ${problem}`)].map(([what, own]) => {
    const [first, last] = [own[0]?.row ?? 0, own.at(-1)?.row ?? 0];
    const where =
      own.length === 1
        ? `Fila ${formatCount(first)}`
        : `Filas ${formatCount(first)} a ${formatCount(last)} (${formatCount(own.length)} celdas)`;
    return { key: what, text: `${where}, ${what}`, row: first - 1, column: own[0]?.place ?? 0 };
  });

const Problem = styled.button`
  min-block-size: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  text-decoration: underline;
  cursor: pointer;
`;

/** What of a paste was not taken, and why; each problem leads to its first cell. */
export function PasteReport({
  paste: { problems, notes, taken, added },
  onShow,
  onClose,
}: {
  readonly paste: Paste;
  readonly onShow: (row: number, column: number) => void;
  readonly onClose: () => void;
}): ReactElement {
  const told = toldOf(problems);
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
            {told.slice(0, most).map(({ key, text, row, column }) => (
              <li key={key}>
                <Problem onClick={() => onShow(row, column)} type="button">
                  {text}
                </Problem>
              </li>
            ))}
            {told.length > most && <li>y {formatCount(told.length - most)} más.</li>}
          </ul>
        </>
      )}
    </Banner>
  );
}
