import type { ChoiceOptions, Tone } from '@pauta/domain/kinds/choice.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { fieldOf, type Resource, type Values } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import type { ReactElement } from 'react';

const toneOf = (resource: Resource, name: string, value: unknown): Tone | undefined =>
  (fieldOf(resource, name).options as Partial<ChoiceOptions>).choices?.find((one) => one.value === value)
    ?.tone;

/** @example '3 movimientos: Por decidir 2 · Ilegible 1' */
const summary = (resource: Resource, counted: readonly string[], rows: readonly Values[]): string => {
  const counts = counted.flatMap((name) =>
    [...Map.groupBy(rows, (row) => row[name])]
      .filter(([value]) => value !== null && value !== undefined)
      .map(([value, some]) => `${formatField(fieldOf(resource, name), value)} ${some.length}`),
  );
  return `${countOf(resource.label, rows.length)}: ${counts.join(' · ')}`;
};

/** The first rows of a file as they would be read, and how many there are of each kind. */
export function ReadRows({
  resource,
  shown,
  counted,
  rows,
}: {
  resource: Resource;
  shown: readonly string[];
  counted: readonly string[];
  rows: readonly Values[];
}): ReactElement {
  if (rows.length === 0) return <p>Con estas columnas no se lee ninguna fila.</p>;
  return (
    <FigureTable aria-label="Primeras filas" role="region" tabIndex={0}>
      <table>
        <caption>{summary(resource, counted, rows)}</caption>
        <thead>
          <tr>
            {shown.map((name) => {
              const { label, kind } = fieldOf(resource, name);
              return (
                <th data-text={kind.align === 'start' || undefined} key={name} scope="col">
                  {label}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row.line)}>
              {shown.map((name) => {
                const field = fieldOf(resource, name);
                const text = formatField(field, row[name], row);
                const tone = toneOf(resource, name, row[name]);
                return (
                  <td data-text={field.kind.align === 'start' || undefined} key={name}>
                    {tone ? <Badge tone={tone}>{text}</Badge> : text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}
