import { token as t } from '@pauta/layout/theme';
import { styled } from 'styled-components';
import { narrow } from './style.ts';

/** The column of a screen: its parts below each other, with uniform spacing. */
export const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  min-inline-size: 0;
  inline-size: 100%;
  ${narrow} { gap: ${t('space-3')}; }
  &[data-width='form'] { max-inline-size: 68rem; }
  &[data-width='text'] { max-inline-size: 44rem; }
`;
