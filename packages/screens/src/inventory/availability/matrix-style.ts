import { css } from 'styled-components';

const stripes = (color: string) => `repeating-linear-gradient(135deg, ${color} 0 3px, transparent 3px 7px)`;

/**
 * Cells by their state, told apart by pattern besides colour: sold is a solid bar, held a striped one, full has a
 * frame, and a day without sale is cross-hatched.
 */
export const cellPaint = css`
  & [data-state] {
    position: relative;
    border-block-end: 1px solid var(--pauta-color-border);
    border-inline-end: 1px solid var(--pauta-color-border);
    color: var(--pauta-color-text);
    font-size: var(--pauta-text-xs);
    text-align: center;
    background:
      linear-gradient(var(--pauta-color-accent), var(--pauta-color-accent)) 0 100% / var(--sold, 0%) 6px no-repeat,
      ${stripes('var(--pauta-color-warning)')} 0 100% / calc(var(--sold, 0%) + var(--held, 0%)) 6px no-repeat;
  }
  & [data-state='full'] {
    background-color: var(--pauta-color-danger-soft);
    color: var(--pauta-color-danger-text);
    font-weight: var(--pauta-weight-medium);
  }
  & [data-state='closed'] { background: ${stripes('var(--pauta-color-border)')}; }
  @media (forced-colors: active) {
    & [data-state='full'] { border: 2px solid CanvasText; }
  }
`;
