import type { SpaceCell } from '@pauta/domain/inventory/capacity/availability.ts';
import { css } from 'styled-components';

const stripes = (color: string) => `repeating-linear-gradient(135deg, ${color} 0 3px, transparent 3px 7px)`;

/**
 * Cells by their state, told apart by pattern besides colour: sold is a solid bar, held a striped one, full has a frame,
 * full on some days a dashed one, and a cell without sale is cross-hatched. A number at the top right is the queue, a
 * corner at the top left an offer, a double line at the top an approved sale above the capacity, and a dotted line at the left an
 * exclusive industry.
 */
export const cellPaint = css`
  & [data-state] {
    border-block-end: 1px solid var(--pauta-color-border);
    border-inline-end: 1px solid var(--pauta-color-border);
    color: var(--pauta-color-text);
    font-size: var(--pauta-text-xs);
    text-align: center;
  }
  & [data-state='taken'], & [data-state='full'], & [data-state='partly'] {
    background-image: linear-gradient(var(--pauta-color-accent), var(--pauta-color-accent)), ${stripes('var(--pauta-color-warning)')};
    background-position: 0 100%;
    background-repeat: no-repeat;
    background-size: 0;
  }
  & [data-state='full'], & [data-state='partly'] {
    background-color: var(--pauta-color-danger-soft);
    color: var(--pauta-color-danger-text);
    font-weight: var(--pauta-weight-medium);
  }
  & [data-state='full'] { outline: 1px solid var(--pauta-color-danger); outline-offset: -2px; }
  & [data-state='partly'] { outline: 1px dashed var(--pauta-color-danger); outline-offset: -2px; }
  & [data-state='closed'] { background: ${stripes('var(--pauta-color-border)')}; }
  & [data-queue], & [data-offers] { position: relative; }
  & [data-queue]::after {
    content: '+' attr(data-queue);
    position: absolute;
    inset-block-start: 1px;
    inset-inline-end: 2px;
    color: var(--pauta-color-text);
    font-size: 0.625rem;
    line-height: 1;
  }
  & [data-offers]::before {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    border-block-start: 8px solid var(--pauta-color-accent);
    border-inline-end: 8px solid transparent;
  }
  & [data-raised] { border-block-start: 3px double var(--pauta-color-text); }
  & [data-exclusive] { border-inline-start: 3px dotted var(--pauta-color-text); }
  @media (forced-colors: active) {
    & [data-state='full'] { border: 2px solid CanvasText; }
    & [data-state='partly'] { border: 2px dashed CanvasText; }
  }
`;

/** A share in percent; what is more than nothing is visible. */
const share = (part: number, whole: number): number =>
  part === 0 ? 0 : Math.max(10, Math.round((part / whole) * 100));

/**
 * The widths of the bars of a cell, of what is sold and of what is held, in percent of its width. Not as custom
 * properties: with them the browser would compute the whole background of every cell that scrolls into view.
 */
export const bars = (sold: number, held: number) => ({
  backgroundSize: `${sold}% 6px, ${Math.min(100, sold + held)}% 6px`,
});

/** The bars of what is sold and held of a capacity. */
export const shares = ({ capacity, held, booked }: Pick<SpaceCell, 'capacity' | 'held' | 'booked'>) =>
  capacity === 0 || held + booked === 0 ? undefined : bars(share(booked, capacity), share(held, capacity));

/** The marks of a cell, as attributes. */
export const markAttributes = ({ queued, offers, overridden, isExclusive }: SpaceCell) => ({
  'data-queue': queued || undefined,
  'data-offers': offers || undefined,
  'data-raised': overridden > 0 || undefined,
  'data-exclusive': isExclusive || undefined,
});
