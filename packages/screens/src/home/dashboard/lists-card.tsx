import type {
  CardAmount,
  CardFigure,
  CardLine,
  CardPart,
} from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { CSSProperties, ReactElement } from 'react';
import { CardData, type CardProps, parametersOf } from './card-frame.tsx';

/** Parts that are shown before the others are asked for. */
const mostParts = 10;

const amountText = ({ amounts }: CardAmount): string => amounts.map(formatAmount).join(' · ');

/** The amounts of a figure with their labels; only what is not zero. */
const amountTexts = (amounts: readonly CardAmount[]): string[] =>
  amounts
    .filter((one) => one.amounts.length > 0)
    .map((one) => (amounts.length === 1 ? amountText(one) : `${one.label}: ${amountText(one)}`));

function Part({ part, line }: { part: CardPart; line: CardLine }): ReactElement {
  const [first, ...others] = part.amounts;
  return (
    <li>
      <Link to={`${paths.list(line.resource)}?${part.query}`}>
        <span>{part.label}</span>
        <strong>{first && first.amounts.length > 0 ? amountText(first) : formatCount(part.count)}</strong>
        <small>
          {[
            ...(first
              ? [
                  `${formatCount(part.count)} ${line.resource.label[part.count === 1 ? 'one' : 'many'].toLocaleLowerCase('es')}`,
                ]
              : []),
            ...amountTexts(others).map((text) =>
              others.length === 1 ? `${others[0]?.label.toLocaleLowerCase('es')} ${text}` : text,
            ),
            ...(part.share === null || !first ? [] : [`${part.share} %`]),
          ].join(' · ')}
        </small>
        {part.share !== null && (
          <i aria-hidden data-meter style={{ '--part': part.share } as CSSProperties} />
        )}
      </Link>
    </li>
  );
}

function Line({ figure, line }: { figure: CardFigure; line: CardLine }): ReactElement {
  const texts = amountTexts(figure.amounts);
  const parts = figure.parts ?? [];
  const rest = parts.slice(mostParts);
  // Of a currency with few parts they are everything.
  const shares = (figure.shares ?? []).filter(({ share }) => share !== '100.0');
  return (
    <>
      <ul data-figures>
        <li>
          <Link
            data-tone={figure.count > 0 ? line.tone : undefined}
            to={`${paths.list(line.resource)}?${figure.query}`}
          >
            <span>{line.text}</span>
            <strong>{formatCount(figure.count)}</strong>
            {texts.length > 0 && <small>{texts.join(' · ')}</small>}
          </Link>
        </li>
      </ul>
      {parts.length > 0 && (
        <ul aria-label={line.text} data-figures>
          {parts.slice(0, mostParts).map((part) => (
            <Part key={part.query} line={line} part={part} />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <details>
          <summary>{`Ver ${formatCount(rest.length)} más`}</summary>
          <ul aria-label={`${line.text}, los demás`} data-figures>
            {rest.map((part) => (
              <Part key={part.query} line={line} part={part} />
            ))}
          </ul>
        </details>
      )}
      {shares.map(({ currency, share }) => (
        <p data-note key={currency}>{`Los ${line.by?.most} mayores suman el ${share} % en ${currency}.`}</p>
      ))}
    </>
  );
}

/** Figures that are taken from lists, each a link to its list. */
export function ListsCard(props: CardProps): ReactElement {
  const { name, content } = props.card;
  const lines = content.kind === 'lists' ? content.lines : [];
  return (
    <CardData<readonly CardFigure[]> path={`/dashboard/cards/${name}`} query={parametersOf(props)}>
      {(figures) =>
        figures.every(({ count }) => count === 0) ? (
          <p data-none>{`Sin registros: ${figures
            .map((figure) => lines.find((line) => line.name === figure.name)?.text.toLocaleLowerCase('es'))
            .join('; ')}.`}</p>
        ) : (
          figures.map((figure) => {
            const line = lines.find((one) => one.name === figure.name);
            return line && <Line figure={figure} key={figure.name} line={line} />;
          })
        )
      }
    </CardData>
  );
}
