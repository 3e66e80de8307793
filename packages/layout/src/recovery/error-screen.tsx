import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { base } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { isChunkError } from './chunk-error.ts';
import * as texts from './recovery-texts.ts';

export interface ErrorScreenProps {
  readonly error?: unknown;
  /** Renders the page again; without it, or if a part did not load, the button reloads the page. */
  readonly onRetry?: (() => void) | undefined;
  /** Additional advice. */
  readonly hint?: string | undefined;
}

const Root = styled.section`
  ${base}
  max-inline-size: 34rem;
  margin: ${token('space-8')} auto;
  padding-inline: ${token('space-4')};
  & > h1 { margin: 0 0 ${token('space-3')}; font-size: ${token('text-xl')}; }
  & > h1:focus { outline: none; }
  & > button {
    margin-block-start: ${token('space-4')};
    min-block-size: max(${token('control-height')}, 36px);
    padding-inline: ${token('space-4')};
    border-radius: ${token('radius-md')};
    background: ${token('color-accent')};
    color: ${token('color-accent-contrast')};
    font-weight: ${token('weight-medium')};
    &:hover { background: ${token('color-accent-hover')}; }
    &:focus-visible { outline-offset: 2px; }
  }
`;

/** Replaces a page that did not load or could not be rendered. Imports nothing lazily. */
export function ErrorScreen({ error, onRetry, hint }: ErrorScreenProps): ReactElement {
  const isChunk = isChunkError(error);
  const retry = isChunk ? undefined : onRetry;
  return (
    <Root role="alert">
      <h1 tabIndex={-1}>{isChunk ? texts.chunkFailed : texts.pageFailed}</h1>
      <p>
        {isChunk ? texts.chunkFailedHint : texts.pageFailedHint} {hint}
      </p>
      <button onClick={retry ?? (() => window.location.reload())} type="button">
        {retry ? texts.retry : texts.reload}
      </button>
    </Root>
  );
}
