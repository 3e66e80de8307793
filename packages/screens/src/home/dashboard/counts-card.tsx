import { type HomeNumber, homeCards } from '@pauta/domain/home/cards.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { CardData, type CardProps } from './card-frame.tsx';

/** Counted lists of one group. All groups share one request. */
export function CountsCard({ card: { content } }: CardProps): ReactElement {
  return (
    <CardData<readonly HomeNumber[]> path="/home">
      {(numbers) => {
        const shown = numbers.flatMap((number) => {
          const of = homeCards.find(({ name }) => name === number.name);
          const isOfGroup = content.kind === 'counts' && of?.group === content.group;
          return of && isOfGroup && number.total > 0 ? [{ of, ...number }] : [];
        });
        if (shown.length === 0) return <p data-none>Nada espera por usted.</p>;
        return (
          <ul data-figures>
            {shown.map(({ of, name, query, total, total_is_estimate }) => (
              <li key={name}>
                <Link data-tone={of.tone} to={`${paths.list(of.resource)}?${query}`}>
                  <span>{of.text}</span>
                  <strong>{`${formatCount(total)}${total_is_estimate ? '+' : ''}`}</strong>
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </CardData>
  );
}
