import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import * as outlines from '../theme/extra-outlines.ts';
import { Icon } from '../theme/icon.tsx';
import { token } from '../theme/tokens.ts';
import { barButton, noticeStyle } from './bar-style.ts';
import * as texts from './bar-texts.ts';
import { useOnline } from './use-online.ts';

export interface OfflineBarProps {
  /** Whether the server can be reached; by default the network state of the browser. */
  readonly online?: boolean | undefined;
  /** Number of changes that wait for the connection, if the app queues them. */
  readonly pending?: number | undefined;
  /** Hint about changes made while offline; by default that saved changes are sent later. */
  readonly hint?: string | undefined;
  /** Retries immediately. */
  readonly onRetry?: (() => void) | undefined;
}

/** How long the message that the connection is back stays, in milliseconds. */
const onlineNoticeDuration = 4000;

const Root = styled.div`
  ${noticeStyle}
  ${barButton}
  &[data-online] { background: ${token('color-success-soft')}; color: ${token('color-success-text')}; }
`;

/**
 * Shows that the connection is lost, how many changes wait for it, and that it is back. Floats under the top bar.
 *
 * @example
 * <OfflineBar pending={queue.length} onRetry={queue.flush} />
 */
export function OfflineBar({
  online,
  pending = 0,
  hint = texts.offlineHint,
  onRetry,
}: OfflineBarProps): ReactElement {
  const network = useOnline();
  const isOnline = online ?? network;
  const before = useRef(isOnline);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (before.current === isOnline) return;
    before.current = isOnline;
    setBack(isOnline);
    if (!isOnline) return;
    const timer = setTimeout(() => setBack(false), onlineNoticeDuration);
    return () => clearTimeout(timer);
  }, [isOnline]);
  // Always rendered: a screen reader announces only changes in an existing live region.
  return (
    <Root data-online={isOnline || undefined} data-region role="status">
      {!isOnline && (
        <>
          <Icon outline={outlines.cloudOff} />
          <p>
            <strong>{texts.offline}</strong> {pending > 0 ? texts.offlineQueue(pending) : hint}
          </p>
          {onRetry && (
            <button onClick={onRetry} type="button">
              {texts.retry}
            </button>
          )}
        </>
      )}
      {isOnline && isBack && <p>{texts.online}</p>}
    </Root>
  );
}
