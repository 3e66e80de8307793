import {
  aggregateLabels,
  aggregateOf,
  type Summary,
  summableFields,
} from '@pauta/domain/resource/query/summary.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { Labels } from '../../data/use-label.ts';
import type { Column } from '../columns/columns.ts';

/** Maximum number of totals per summary. */
const most = 20;

/** Fields of which a list shows totals: those of its columns, and sums of fields that are not displayed. */
export function totalNames(
  resource: Resource,
  columns: readonly Column[],
  labels: Labels,
): readonly string[] {
  const shown = new Set(columns.map(({ name }) => name));
  const isWorth = (name: string): boolean => {
    const field = fieldOf(resource, name);
    return shown.has(name) || (aggregateOf(field) === 'sum' && labels.visible(field));
  };
  return summableFields(resource).filter(isWorth).slice(0, most);
}

/** Names of the totals of columns that are scrolled out of view. */
function useOutOfSight(scroller: RefObject<HTMLElement | null>, totals: Summary): ReadonlySet<string> {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const cells = scroller.current?.querySelectorAll<HTMLElement>('tfoot td[data-total-of]') ?? [];
    const observer = new IntersectionObserver(
      (entries) =>
        setNames((before) => {
          const next = new Set(before);
          for (const { target, intersectionRatio } of entries) {
            const name = (target as HTMLElement).dataset.totalOf ?? '';
            if (intersectionRatio < 0.95) next.add(name);
            else next.delete(name);
          }
          return next;
        }),
      { root: scroller.current, rootMargin: '1000px 0px', threshold: [0, 0.95, 1] },
    );
    for (const cell of cells) observer.observe(cell);
    return () => observer.disconnect();
  }, [scroller, totals]);
  return names;
}

/**
 * The totals that are not visible in a column: of fields without a column, and of columns that are scrolled out of
 * view.
 */
export function OtherTotals({
  resource,
  labels,
  summary,
  columns,
  scroller,
}: {
  resource: Resource;
  labels: Labels;
  summary: Summary;
  columns: readonly Column[];
  scroller: RefObject<HTMLElement | null>;
}): ReactElement | null {
  const hidden = useOutOfSight(scroller, summary);
  const shown = new Set(columns.map(({ name }) => name));
  const others = Object.entries(summary.totals).filter(([name]) => !shown.has(name) || hidden.has(name));
  if (others.length === 0) return null;
  return (
    <dl aria-label="Totales de columnas que no se ven" data-totals>
      {others.map(([name, text]) => {
        const field = fieldOf(resource, name);
        const aggregate = aggregateOf(field);
        return (
          <div key={name}>
            <dt>
              {labels.label(field)}{' '}
              {aggregate && <small>({aggregateLabels[aggregate].toLocaleLowerCase('es')})</small>}
            </dt>
            <dd>{text}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The totals shown below the columns, each with its label. */
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
