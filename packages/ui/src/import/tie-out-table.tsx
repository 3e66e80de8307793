import type { Resource } from '@pauta/domain/resource/resource.ts';
import {
  type ControlTotal,
  type Measure,
  missedTotals,
  type TiedOut,
} from '@pauta/domain/resource/tie-out.ts';
import type { ReactElement } from 'react';
import { Badge } from '../controls/badge.tsx';
import { Card } from '../controls/card.tsx';
import { FigureTable } from '../controls/figure-table.ts';
import { formatNumber, NumberField } from '../controls/number-field.tsx';
import { Parts } from './import-style.ts';

const shown = ({ kind }: Measure, value: string): string => formatNumber(value, kind === 'amount' ? 2 : 0);

/**
 * The sums of the records that an import takes over from another system: as the file says, as they will be stored, and as
 * the user expects. The import waits until the expected ones agree.
 */
export function TieOutTable({
  resource,
  sums,
  expected,
  onExpect,
}: {
  readonly resource: Resource;
  readonly sums: readonly TiedOut[];
  readonly expected: readonly ControlTotal[];
  /** Absent: nothing more is expected. */
  readonly onExpect?: (expected: readonly ControlTotal[]) => void;
}): ReactElement {
  const { measures = {} } = resource.tieOut ?? {};
  const missed = missedTotals(sums, expected);
  const isOf =
    (group: string, measure: string) =>
    (one: ControlTotal): boolean =>
      one.group === group && one.measure === measure;
  return (
    <Card title="Cuadre de totales">
      <Parts>
        <p data-muted>
          Lo que dice el archivo junto a lo que se guardará, sin las filas con errores. Escriba los totales
          que conoce del sistema anterior: mientras uno no coincida, no se importa.
        </p>
        {sums.map(({ group, read, stored }) => (
          <FigureTable key={group}>
            <table>
              <caption>{group}</caption>
              <thead>
                <tr>
                  <th scope="col">Medida</th>
                  <th scope="col">En el archivo</th>
                  <th scope="col">Se guardará</th>
                  <th scope="col">Total de control</th>
                  <th data-text scope="col">
                    Cuadre
                  </th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(measures).map(([name, measure]) => {
                  const total = expected.find(isOf(group, name));
                  const said = read[name] ?? null;
                  return (
                    <tr key={name}>
                      <th scope="row">{measure.label}</th>
                      <td data-none={said === null || undefined}>
                        {said === null ? 'No lo dice' : shown(measure, said)}
                      </td>
                      <td>{shown(measure, stored[name] ?? '0')}</td>
                      <td>
                        {onExpect ? (
                          <NumberField
                            hideLabel
                            label={`Total de control: ${measure.label} (${group})`}
                            onChange={(value) =>
                              onExpect([
                                ...expected.filter((one) => !isOf(group, name)(one)),
                                ...(value === '' ? [] : [{ group, measure: name, value }]),
                              ])
                            }
                            value={total?.value ?? ''}
                          />
                        ) : (
                          total && shown(measure, total.value)
                        )}
                      </td>
                      <td data-text>
                        {total &&
                          (missed.includes(total) ? (
                            <Badge tone="danger">No coincide</Badge>
                          ) : (
                            <Badge tone="success">Coincide</Badge>
                          ))}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </FigureTable>
        ))}
      </Parts>
    </Card>
  );
}
