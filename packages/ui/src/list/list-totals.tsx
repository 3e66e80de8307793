import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { aggregateLabels, aggregateOf, type Summary } from '@pauta/domain/resource/summary.ts';
import type { ReactNode } from 'react';

/** What stands under the columns: each total with the word for it. */
export function totalCells(resource: Resource, summary: Summary | undefined): ReadonlyMap<string, ReactNode> {
  return new Map(
    Object.entries(summary?.totals ?? {}).map(([name, text]) => {
      const aggregate = aggregateOf(fieldOf(resource, name));
      return [
        name,
        <span key={name} title={text}>
          <small>{aggregate && aggregateLabels[aggregate]}</small>
          {text}
        </span>,
      ];
    }),
  );
}
