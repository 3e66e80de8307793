import type { Document, Line, PlacedLines } from '@pauta/domain/document/document.ts';
import { linesIn, linesOf } from '@pauta/domain/resource/lines.ts';
import { isActive } from '@pauta/domain/resource/record.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { type ComponentType, type ReactElement, useMemo } from 'react';
import { Card } from '../../controls/card.tsx';
import { useLabels } from '../../data/use-label.ts';
import { cells } from '../../field-components/cells.tsx';
import { gridOf, lineColumns } from '../line-columns.ts';
import { LinesFrame } from '../lines-style.ts';
import { TotalsList } from '../totals-list.tsx';

export interface LinesViewProps {
  readonly document: Document;
  readonly record: AnyRecord;
  /** Shown below each line, by the name of the lines. */
  readonly notes?:
    | Readonly<Record<string, ComponentType<{ readonly line: Line; readonly record: AnyRecord }>>>
    | undefined;
}

/** The lines in the body of a document, read-only: a table for each kind, and the totals below the last one. */
export function LinesView({ document, record, notes }: LinesViewProps): ReactElement | null {
  const kinds = useMemo(() => linesOf(document).filter(({ mode }) => mode === 'inBody'), [document]);
  const outer = kinds.filter(({ within }) => within === undefined);
  return (
    <>
      {outer.map((kind) => (
        <Card key={kind.name} title={kind.of().label.many}>
          <ReadLines
            kind={kind}
            kinds={kinds}
            lines={linesIn(record, kind.name)}
            notes={notes}
            record={record}
          />
          {kind === outer.at(-1) && <TotalsList document={document} values={record} />}
        </Card>
      ))}
      {outer.length === 0 && document.totals && (
        <Card title="Totales">
          <TotalsList document={document} values={record} />
        </Card>
      )}
    </>
  );
}

interface ReadLinesProps {
  readonly kind: PlacedLines;
  readonly kinds: readonly PlacedLines[];
  readonly lines: readonly Line[];
  readonly record: AnyRecord;
  readonly notes: LinesViewProps['notes'];
}

function ReadLines({ kind, kinds, lines, record, notes }: ReadLinesProps): ReactElement {
  const Note = notes?.[kind.name];
  const labels = useLabels();
  const resource = kind.of();
  const columns = lineColumns(resource, labels, { isEdited: false });
  const nested = kinds.filter(({ within }) => within === kind.name);
  return (
    <LinesFrame>
      {lines.length === 0 ? (
        <p data-note>No hay {resource.label.many.toLocaleLowerCase('es')}.</p>
      ) : (
        <div data-scroll>
          <table aria-label={resource.label.many} style={gridOf(columns, 2)}>
            <thead>
              <tr>
                <th scope="col">#</th>
                {columns.map(({ name, field, label }) => (
                  <th data-align={field.kind.align} key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            {lines.map((line, index) => (
              <tbody key={line.id}>
                <tr data-cells>
                  <td data-name={resource.label.one} data-place data-text>
                    {index + 1}
                  </td>
                  {columns.map(({ name, field, label }) => {
                    const Cell = cells[field.kind.name];
                    if (!isActive(field, line)) return <td key={name} />;
                    return (
                      <td
                        data-align={field.kind.align}
                        data-label={label}
                        data-text
                        data-wide={name === resource.title || field.kind.name === 'longText' || undefined}
                        key={name}
                      >
                        <Cell
                          field={field}
                          place="detail"
                          record={{ ...record, ...line }}
                          value={line[name]}
                        />
                      </td>
                    );
                  })}
                </tr>
                {Note && (
                  <tr data-line-note>
                    <td colSpan={columns.length + 1}>
                      <Note line={line} record={record} />
                    </td>
                  </tr>
                )}
                {nested.map((inner) => {
                  const own = linesIn(record, inner.name).filter((one) => one[inner.by] === line.id);
                  return (
                    own.length > 0 && (
                      <tr data-within key={inner.name}>
                        <td colSpan={columns.length + 1}>
                          <details open={own.length <= 12}>
                            <summary>{countOf(inner.of().label, own.length)}</summary>
                            <ReadLines kind={inner} kinds={kinds} lines={own} notes={notes} record={record} />
                          </details>
                        </td>
                      </tr>
                    )
                  );
                })}
              </tbody>
            ))}
          </table>
        </div>
      )}
    </LinesFrame>
  );
}
