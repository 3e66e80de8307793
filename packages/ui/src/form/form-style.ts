import { token as t } from '@pauta/layout/theme';
import { styled } from 'styled-components';

/**
 * The form and its grid of twelve columns; `data-width` is the width of a field. A custom input may render nothing, so
 * its cell may be empty. The scroll padding of the page keeps the focused element from being hidden behind the bar; a
 * scroll margin would not be enough, because browsers apply that of a text area only to its caret.
 */
export const FormRoot = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  min-inline-size: 0;
  & [data-grid] {
    container-type: inline-size;
  }
  & [data-grid] > div {
    display: grid;
    grid-template-columns: repeat(12, minmax(0, 1fr));
    align-items: start;
    gap: ${t('space-4')};
  }
  & [data-grid] > div > * { grid-column: span 12; }
  & [data-grid] > div > :empty { display: none; }
  @container (min-width: 34rem) {
    & [data-grid] > div > [data-width='short'], & [data-grid] > div > [data-width='medium'] { grid-column: span 6; }
  }
  @container (min-width: 52rem) {
    & [data-grid] > div > [data-width='short'], & [data-grid] > div > [data-width='medium'] { grid-column: span 3; }
    & [data-grid] > div > [data-width='wide'] { grid-column: span 6; }
  }
  & output[data-box] { border-style: dashed; overflow: hidden; text-overflow: ellipsis; }
  & > [data-bar] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t('space-2')};
  }
  & > [data-bar] > [data-state] { flex: 1 1 10rem; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & > [data-bar='sticky'] {
    position: sticky;
    inset-block-end: calc(${t('space-3')} + var(--pauta-bottom-inset, 0px));
    z-index: ${t('z-sticky')};
    padding: ${t('space-2')} ${t('space-3')} ${t('space-2')} ${t('space-4')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-lg')};
    background: ${t('color-surface-raised')};
    box-shadow: ${t('shadow-md')};
  }
  & > [data-bar] > [data-state]:empty { flex-basis: 0; }
  /* The content of a dialog scrolls below its buttons; the negative margins cancel the padding of the dialog. */
  & > [data-bar='dialog'] {
    position: sticky;
    inset-block-end: calc(-1 * ${t('space-5')});
    z-index: ${t('z-sticky')};
    justify-content: flex-end;
    margin: 0 calc(-1 * ${t('space-5')}) calc(-1 * ${t('space-5')});
    padding: ${t('space-3')} ${t('space-5')};
    border-block-start: 1px solid ${t('color-border')};
    background: ${t('color-surface-raised')};
  }
  @media (max-width: 40rem) {
    & > [data-bar] > button { flex: 1 1 auto; }
    & > [data-bar='sticky'] { padding: ${t('space-2')}; }
    & > [data-bar='sticky'] > [data-state] { flex-basis: 100%; padding-inline: ${t('space-2')}; }
    & > [data-bar='sticky'] > [data-state]:empty { display: none; }
  }
  & > [data-bar='plain'] > [data-state] { display: none; }
  & > [data-bar='dialog'] > [data-state] { display: none; }
  :root:has(& > [data-bar='sticky']) { --pauta-bottom-inset: 0px; scroll-padding-block-end: 8rem; }
  /* The navigation bar of phones is hidden in a form to save space; users leave it with the buttons of the form. */
  :root:has(& > [data-bar='sticky']) [data-pauta-bottom-bar] { display: none; }
  &:has(> [data-bar='dialog']) :is(input, textarea, button, [tabindex]) { scroll-margin-block: 6rem; }
`;
