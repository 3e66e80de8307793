import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { dateRange } from '@pauta/domain/kinds/date-range.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { isAbout } from '@pauta/domain/sales/orders/order.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { ComboBox, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { useOptions } from '@pauta/ui/data/use-options.ts';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import {
  type AnsweredLine,
  doubtLabel,
  type LineChoice,
  nameOf,
  type OfferedSpace,
  type OrderAnswer,
  spotLabel,
  unitsIn,
} from './order-answer.ts';
import { Lines } from './order-style.ts';

const period = dateRange('Vuelo');
const filter = { status: 'active' } as const;

const flightOf = ({ units }: AnsweredLine): string => {
  const days = Object.keys(units).sort();
  return formatField(period, { from: days[0] ?? null, to: days.at(-1) ?? null });
};

/** How sure the space is, in words. */
function MatchBadge({
  line,
  space,
}: {
  readonly line: AnsweredLine;
  readonly space: OfferedSpace | null;
}): ReactElement {
  const { match } = line;
  if (!space) return <Badge tone="warning">Sin espacio</Badge>;
  if (space.id !== match.space?.id) return <Badge tone="info">Elegido</Badge>;
  if (match.is_learned) return <Badge tone="success">Como la última vez</Badge>;
  return match.certainty === 'certain' ? (
    <Badge tone="success">Seguro</Badge>
  ) : (
    <Badge tone="warning">Parecido: revise</Badge>
  );
}

function SpaceChoice({
  line,
  space,
  onChange,
}: {
  readonly line: AnsweredLine;
  readonly space: OfferedSpace | null;
  readonly onChange: (space: OfferedSpace | null) => void;
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The button and the select box replace each other, and the focus stays in their place.
    if (wasOpen.current !== isOpen) root.current?.querySelector<HTMLElement>('input, button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const { candidates } = line.match;
  const useSpaces = useCallback(
    (text: string, open: boolean): OptionsState => {
      // Without a text, those that the line may mean; the hook is called in any case.
      const found = useOptions(inventoryItems, text, {
        filter,
        asking: open && (text !== '' || candidates.length === 0),
      });
      return text === '' && candidates.length > 0
        ? {
            options: candidates.map(({ id, label, station }) => ({
              id,
              label: station ? `${label} · ${station}` : label,
            })),
            loading: false,
          }
        : found;
    },
    [candidates],
  );
  if (!isOpen)
    return (
      <div data-space ref={root}>
        {space && (
          <span data-grow>
            {space.label}
            {space.station && ` · ${space.station}`}
          </span>
        )}
        <MatchBadge line={line} space={space} />
        <Button
          aria-label={space ? `Cambiar el espacio de ${nameOf(line)}` : `Elegir espacio de ${nameOf(line)}`}
          onClick={() => setOpen(true)}
          size="small"
        >
          {space ? 'Cambiar' : 'Elegir espacio'}
        </Button>
      </div>
    );
  return (
    <div ref={root}>
      <ComboBox
        label={`Espacio de ${nameOf(line)}`}
        hideLabel
        onChange={(chosen) => {
          onChange(candidates.find(({ id }) => id === chosen?.id) ?? chosen);
          setOpen(chosen === null);
        }}
        placeholder="Busque el espacio"
        useOptions={useSpaces}
        value={space}
      />
    </div>
  );
}

/** The lines of an order: which are taken, and in which space. */
export function OrderLineList({
  order,
  choices,
  onChange,
}: {
  readonly order: OrderAnswer;
  readonly choices: readonly LineChoice[];
  readonly onChange: (index: number, choice: LineChoice) => void;
}): ReactElement {
  return (
    <Lines aria-label="Renglones de la orden">
      {order.lines.map((line, index) => {
        const choice = choices[index] ?? { isTaken: false, space: null };
        const doubts = order.doubts.filter((doubt) =>
          line.rows.some((row) => isAbout(doubt, row) && (doubt.row !== null || doubt.column !== null)),
        );
        const facts = [
          line.station,
          line.time,
          line.duration_sec === null ? '' : `${line.duration_sec} s`,
          countOf(spotLabel, unitsIn(line)),
          line.times.length > 1 ? `en ${line.times.length} renglones` : '',
          flightOf(line),
          line.isBonus ? 'bonificación' : '',
        ];
        return (
          <li key={index}>
            <div>
              <Checkbox
                checked={choice.isTaken}
                label={nameOf(line)}
                onChange={(isTaken) => onChange(index, { ...choice, isTaken })}
              />
              <small>{facts.filter(Boolean).join(' · ')}</small>
              {doubts.length > 0 && (
                <small>
                  <Badge tone="warning">{countOf(doubtLabel, doubts.length)}</Badge>
                </small>
              )}
            </div>
            <SpaceChoice
              line={line}
              onChange={(space) => onChange(index, { ...choice, space })}
              space={choice.space}
            />
          </li>
        );
      })}
    </Lines>
  );
}
