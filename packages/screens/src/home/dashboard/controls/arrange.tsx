import { dashboardCard } from '@pauta/domain/home/dashboard/dashboard-cards.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { moved, SortableList } from '@pauta/ui/controls/sortable-list.tsx';
import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import { Check, Plus, RotateCcw, X } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { styled } from 'styled-components';

const Parts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  gap: var(--pauta-space-5);
  & h3 { margin: 0 0 var(--pauta-space-2); font-size: var(--pauta-text-md); }
  & ul { display: grid; gap: var(--pauta-space-3); margin: 0; padding: 0; list-style: none; }
  & li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 var(--pauta-space-3); align-items: center; }
  & li p, & > div > p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

export interface ArrangeProps {
  readonly cards: readonly string[];
  readonly available: readonly string[];
  readonly onArrange: (cards: readonly string[]) => void;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

const titleOf = (name: string): string => dashboardCard(name)?.title ?? name;

/**
 * Arranges the cards of the Dashboard: by dragging, by keyboard, or with the buttons of a card. Each change is saved at
 * once, and announced.
 */
export function Arrange({ cards, available, onArrange, onReset, onClose }: ArrangeProps): ReactElement {
  const [said, say] = useState('');
  const others = available.filter((name) => !cards.includes(name));
  const shownId = useId();
  const othersId = useId();
  const arrange = (next: readonly string[], text: string): void => {
    onArrange(next);
    say(text);
  };
  const move = (name: string, after: string | null): void => {
    const next = moved(
      cards.map((id) => ({ id })),
      name,
      after,
    ).map(({ id }) => id);
    arrange(next, `${titleOf(name)}: posición ${next.indexOf(name) + 1} de ${next.length}.`);
  };
  return (
    <Card
      actions={
        <>
          <Button
            icon={<RotateCcw aria-hidden size={15} />}
            onClick={() => {
              onReset();
              say('Se restablecieron las tarjetas de su rol.');
            }}
            size="small"
          >
            Restablecer
          </Button>
          <Button icon={<Check aria-hidden size={15} />} onClick={onClose} size="small" tone="primary">
            Listo
          </Button>
        </>
      }
      title="Organizar el Dashboard"
    >
      <Parts>
        <section aria-labelledby={shownId}>
          <h3 id={shownId}>En su Dashboard</h3>
          {cards.length === 0 ? (
            <p>No tiene tarjetas. Agregue las que quiera ver, o restablezca las de su rol.</p>
          ) : (
            <SortableList
              items={cards.map((name) => ({
                id: name,
                label: titleOf(name),
                note: (
                  <IconButton
                    icon={<X aria-hidden size={16} />}
                    label={`Quitar ${titleOf(name)}`}
                    onClick={() =>
                      arrange(
                        cards.filter((one) => one !== name),
                        `Se quitó ${titleOf(name)}.`,
                      )
                    }
                    size="small"
                  />
                ),
              }))}
              label="Tarjetas en su orden"
              onMove={move}
            />
          )}
        </section>
        <section aria-labelledby={othersId}>
          <h3 id={othersId}>Puede agregar</h3>
          {others.length === 0 ? (
            <p>Ya tiene todas las tarjetas que puede ver.</p>
          ) : (
            <ul>
              {others.map((name) => (
                <li key={name}>
                  <div>
                    {titleOf(name)}
                    <p>{dashboardCard(name)?.about}</p>
                  </div>
                  <IconButton
                    icon={<Plus aria-hidden size={16} />}
                    label={`Agregar ${titleOf(name)}`}
                    onClick={() => arrange([...cards, name], `Se agregó ${titleOf(name)} al final.`)}
                    size="small"
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
      </Parts>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </Card>
  );
}
