import type { ReactElement } from 'react';
import { Link } from '../link.tsx';
import type { PlacedColumn } from './grid-line.tsx';
import { defaultWidth, numberWidth } from './grid-style.ts';
import { type GridFootRow, isNumeric } from './model/grid-types.ts';

/** A row below the grid. */
export function FootLine({
  line: { label, cells, links = {}, hint },
  placed,
  place,
  isTotal = false,
}: {
  readonly line: GridFootRow;
  readonly placed: readonly PlacedColumn[];
  readonly place: number;
  readonly isTotal?: boolean;
}): ReactElement {
  const [first] = placed;
  const wide = numberWidth + (first?.width ?? defaultWidth);
  return (
    <tr aria-rowindex={place} data-total={isTotal || undefined}>
      <th
        data-frozen="first"
        scope="row"
        style={{ '--w': `${wide}px`, '--x': '0px' } as Record<string, string>}
        title={hint}
      >
        {label}
      </th>
      {placed.slice(1).map(({ column, style, frozen }, at) => {
        const text = cells[column.name] ?? '';
        const link = links[column.name];
        return (
          <td
            aria-colindex={at + 3}
            data-frozen={frozen}
            data-number={isNumeric(column) || undefined}
            key={column.name}
            style={style as Record<string, string>}
          >
            {link ? (
              <Link aria-label={`${label}, ${column.label}: ${text}`} to={link}>
                {text}
              </Link>
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
}

const keys: readonly (readonly [string, string])[] = [
  ['Flechas', 'mover; con Ctrl hasta el borde, con Mayús seleccionar'],
  ['Enter o F2', 'escribir en la celda; Enter guarda y baja, Tab pasa a la derecha, Esc cancela'],
  ['Ctrl+C, Ctrl+X, Ctrl+V', 'copiar, cortar y pegar, también con Excel'],
  ['Ctrl+R, Ctrl+D', 'rellenar a la derecha y hacia abajo'],
  ['Supr', 'vaciar'],
  ['Ctrl+Z, Ctrl+Mayús+Z', 'deshacer y rehacer'],
  ['Ctrl+A, Ctrl+Espacio, Mayús+Espacio', 'seleccionar todo, las columnas o las filas'],
  ['Tab', 'mover a la derecha; después de la última columna, salir'],
];

/** The keys of a grid. */
export const KeyHelp = (): ReactElement => (
  <details>
    <summary>Teclas</summary>
    <dl>
      {keys.map(([key, what]) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </details>
);
