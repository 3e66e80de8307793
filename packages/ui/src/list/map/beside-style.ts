import { token as t } from '@pauta/layout/theme';
import { styled } from 'styled-components';

/** A list and its map beside each other, or one of them. Without its rows the frame of the list keeps its bar. */
export const Beside = styled.div`
  display: grid;
  gap: ${t('space-3')};
  min-inline-size: 0;
  &[data-layout='both'] { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: start; }
  /* The bar of the selection does not cover the rows of a short list. */
  &[data-layout='both'] > :first-child { min-block-size: 20rem; }
  &[data-layout='both'] > :first-child > [data-scroll] { flex: 1; }
  &[data-layout='both'] > :last-child { position: sticky; inset-block-start: calc(${t('bar-height')} + ${t('space-2')}); }
  &[data-layout='map'] > :first-child { order: 1; overflow: visible; border: 0; background: none; box-shadow: none; }
  &[data-layout='map'] > :first-child > :is([data-scroll], [data-totals], footer) { display: none; }
`;
