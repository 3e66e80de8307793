import { token as t } from '@pauta/layout/theme';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { narrow } from '../controls/style.ts';

export const Zone = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-3')};
  padding: ${t('space-3')} ${t('space-4')};
  border: 1px dashed ${t('color-border-strong')};
  border-radius: ${t('radius-md')};
  &[data-over] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; }
  & > svg { flex: none; color: ${t('color-text-muted')}; }
  & > span { flex: 1 1 14rem; min-inline-size: 0; }
  & > span > small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & > input { display: none; }
`;

export const FileList = styled.ul`
  display: flex;
  flex-direction: column;
  margin: ${t('space-3')} 0 0;
  padding: 0;
  list-style: none;
  ${badgeStyle}
  & > li { display: flex; align-items: center; gap: ${t('space-2')} ${t('space-3')}; padding-block: ${t('space-2')}; }
  & > li + li { border-block-start: 1px solid ${t('color-border')}; }
  & > li > svg { flex: none; color: ${t('color-text-muted')}; }
  & > li > div { flex: 1; min-inline-size: 0; }
  & > li > div > strong { display: block; font-weight: ${t('weight-medium')}; overflow-wrap: anywhere; }
  & > li > div > small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; overflow-wrap: anywhere; }
  & > li[data-failed] small { color: ${t('color-danger-text')}; }
  & progress { inline-size: min(20rem, 100%); block-size: 6px; accent-color: ${t('color-accent')}; }
  ${narrow} { & > li { flex-wrap: wrap; } & > li > div { flex: 1 1 70%; } }
`;
