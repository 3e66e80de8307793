import type { Label } from '@pauta/domain/text/label.ts';
import type { ReactElement } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';

export interface DidYouMeanProps {
  readonly label: Label;
  /** The search text. */
  readonly q: string;
  /** The search whose results are shown: `q`, or the alternative if `q` has no results. */
  readonly shown: string;
  /** Alternative searches with more results, likeliest first. */
  readonly suggestions: readonly string[];
  readonly onTake: (q: string) => void;
  readonly onInsist: () => void;
}

/** Names the alternative search that was used or is offered, with links to switch between the two. */
export function DidYouMean({
  label,
  q,
  shown,
  suggestions,
  onTake,
  onInsist,
}: DidYouMeanProps): ReactElement {
  const isAssumed = shown !== q;
  const others = suggestions.filter((one) => one !== shown);
  return (
    <Banner
      actions={
        <>
          {others.map((one) => (
            <Button key={one} onClick={() => onTake(one)} size="small">
              {one}
            </Button>
          ))}
          {isAssumed && (
            <Button onClick={onInsist} size="small" tone="quiet">
              Volver a «{q}»
            </Button>
          )}
        </>
      }
      live
    >
      {isAssumed
        ? `${label.gender === 'f' ? 'Ninguna' : 'Ningún'} ${label.one.toLocaleLowerCase('es')} coincide con «${q}». Se muestra lo más parecido: «${shown}».`
        : '¿Quiso decir…?'}
      {isAssumed && others.length > 0 && ' ¿O quiso decir…?'}
    </Banner>
  );
}
