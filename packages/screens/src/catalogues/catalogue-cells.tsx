import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { type Color, formatWeekdays, type Icon } from '@pauta/domain/catalogues/choices.ts';
import { formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { Switch } from '@pauta/ui/controls/switch.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { requestIdOf, useCommands } from '@pauta/ui/data/use-commands.ts';
import { type Cell, type CellProps, Nothing } from '@pauta/ui/field-components/cells.tsx';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import {
  BookOpen,
  Briefcase,
  CalendarDays,
  Camera,
  Clapperboard,
  Film,
  Globe,
  type LucideIcon,
  Mail,
  MessageCircle,
  Mic,
  Monitor,
  Music,
  Newspaper,
  Play,
  Radio,
  RectangleHorizontal,
  Share2,
  Tv,
} from 'lucide-react';
import { type ReactElement, useState } from 'react';

/** Hues for the colours of values, all of the same lightness so that none stands out. */
const hues: Readonly<Record<Color, string>> = {
  slate: 'oklch(0.62 0.03 255)',
  red: 'oklch(0.62 0.2 27)',
  orange: 'oklch(0.68 0.17 50)',
  amber: 'oklch(0.74 0.15 80)',
  green: 'oklch(0.64 0.16 148)',
  teal: 'oklch(0.66 0.11 190)',
  blue: 'oklch(0.6 0.17 250)',
  indigo: 'oklch(0.55 0.19 277)',
  purple: 'oklch(0.58 0.2 305)',
  pink: 'oklch(0.65 0.19 350)',
};

/** The CSS colour of a value; grey if it has none. */
export const cssColorOf = (color: unknown): string => hues[color as Color] ?? hues.slate;

const pictures: Readonly<Record<Icon, LucideIcon>> = {
  tv: Tv,
  radio: Radio,
  billboard: RectangleHorizontal,
  screen: Monitor,
  newspaper: Newspaper,
  magazine: BookOpen,
  globe: Globe,
  share: Share2,
  play: Play,
  microphone: Mic,
  film: Film,
  calendar: CalendarDays,
  mail: Mail,
  clapperboard: Clapperboard,
  message: MessageCircle,
  camera: Camera,
  music: Music,
  briefcase: Briefcase,
};

const beside = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.4em',
  verticalAlign: 'middle',
} as const;

function ColorCell({ field, value }: CellProps): ReactElement {
  if (isEmpty(value)) return <Nothing />;
  return (
    <span style={beside}>
      <span
        aria-hidden
        style={{
          inlineSize: '0.8em',
          blockSize: '0.8em',
          borderRadius: '50%',
          background: cssColorOf(value),
        }}
      />
      {formatField(field, value)}
    </span>
  );
}

function IconCell({ field, value }: CellProps): ReactElement {
  const Picture = pictures[value as Icon];
  if (isEmpty(value)) return <Nothing />;
  return (
    <span style={beside}>
      {Picture && <Picture aria-hidden size={16} />}
      {formatField(field, value)}
    </span>
  );
}

/** Days in short form, with their full names for screen readers. */
function DaysCell({ field, value }: CellProps): ReactElement {
  if (isEmpty(value)) return <Nothing />;
  return (
    <>
      <span aria-hidden>{formatWeekdays(value as readonly string[])}</span>
      <VisuallyHidden>{formatField(field, value)}</VisuallyHidden>
    </>
  );
}

/** A switch in the row that activates or deactivates the value. */
const activeCell = (catalogue: Catalogue): Cell =>
  function ActiveCell({ value, record }: CellProps): ReactElement {
    const may = useMay(catalogue);
    const commands = useCommands(catalogue);
    const undo = useUndo();
    const [wanted, setWanted] = useState<boolean>();
    const active = wanted ?? value === true;
    const row = record as AnyRecord | undefined;
    if (!row || row.archived_at || !may.update(row).allowed) {
      return active ? <span>Sí</span> : <span data-nothing>No</span>;
    }
    const turn = async (next: boolean): Promise<void> => {
      setWanted(next);
      try {
        const changed = await commands.update(row, { is_active: next });
        undo.offer(
          `«${String(row.name)}» ${agree(catalogue.label, next ? 'activado' : 'desactivado')}`,
          requestIdOf(changed),
        );
      } catch (error) {
        notify(describeFailure(error).message, { tone: 'danger' });
      } finally {
        setWanted(undefined);
      }
    };
    return (
      <Switch
        checked={active}
        label={<VisuallyHidden>{`${String(row.name)}: ${agree(catalogue.label, 'activo')}`}</VisuallyHidden>}
        onChange={(next) => void turn(next)}
        readOnly={wanted !== undefined}
      />
    );
  };

/** Cells that differ from the default cell of the field's kind. */
export const cellsOf = (catalogue: Catalogue): Readonly<Record<string, Cell>> => ({
  is_active: activeCell(catalogue),
  ...('color' in catalogue.fields && { color: ColorCell }),
  ...('icon' in catalogue.fields && { icon: IconCell }),
  ...(catalogue.fields.days?.kind.name === 'choices' && { days: DaysCell }),
});
