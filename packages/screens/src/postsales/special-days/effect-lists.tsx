import type { DisplacedSpot, SpotVerdict } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  display: grid;
  gap: var(--pauta-space-2);
  margin: var(--pauta-space-3) 0;
  padding: 0;
  list-style: none;
  max-block-size: 20rem;
  overflow: auto;
  & > li { padding: var(--pauta-space-2) var(--pauta-space-3); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-md); overflow-wrap: anywhere; }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & [data-problem] { color: var(--pauta-color-danger-text); }
`;

/** A count with its word. @example counted(1, 'anuncio', 'anuncios') // '1 anuncio' */
export const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** The spots that leave their breaks; those without a place first. */
export function DisplacedList({ displaced }: { readonly displaced: readonly DisplacedSpot[] }): ReactElement {
  const without = displaced.filter(({ to }) => to === null);
  const moved = displaced.length - without.length;
  return (
    <>
      <Banner tone={without.length > 0 ? 'warning' : 'info'}>
        {displaced.length === 0
          ? 'Ningún anuncio tiene que moverse.'
          : [
              moved > 0
                ? `${counted(moved, 'anuncio se mueve', 'anuncios se mueven')} a un lugar de igual valor.`
                : null,
              without.length > 0
                ? `${counted(without.length, 'anuncio queda sin lugar', 'anuncios quedan sin lugar')}: ${without.length === 1 ? 'su unidad vuelve' : 'sus unidades vuelven'} a estar por colocar.`
                : null,
            ]
              .filter((part) => part !== null)
              .join(' ')}
      </Banner>
      {displaced.length > 0 && (
        <List aria-label="Anuncios que dejan su corte" tabIndex={0}>
          {[...without, ...displaced.filter(({ to }) => to !== null)].map(
            ({ placement_id, description, from, to }) => (
              <li key={placement_id}>
                {description}
                <small>{`Estaba: ${from}`}</small>
                {to === null ? (
                  <small data-problem>Queda por colocar.</small>
                ) : (
                  <small>{`Queda: ${to}`}</small>
                )}
              </li>
            ),
          )}
        </List>
      )}
    </>
  );
}

/** What becomes of each row of a file; the ones with a problem first. */
export const VerdictList = ({ verdicts }: { readonly verdicts: readonly SpotVerdict[] }): ReactElement => (
  <List aria-label="Filas del archivo" tabIndex={0}>
    {verdicts
      .toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null) || a.line - b.line)
      .map(({ line, text, place, problem }) => (
        <li key={line}>
          {`Fila ${line}: ${text}`}
          {problem === null ? <small>{place}</small> : <small data-problem>{problem}</small>}
        </li>
      ))}
  </List>
);
