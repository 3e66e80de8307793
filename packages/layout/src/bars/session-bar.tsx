import { type ReactElement, useEffect, useReducer, useRef } from 'react';
import { styled } from 'styled-components';
import * as outlines from '../theme/extra-outlines.ts';
import { Icon } from '../theme/icon.tsx';
import { barButton, noticeStyle } from './bar-style.ts';
import * as texts from './bar-texts.ts';
import { sessionWarning } from './session-warning.ts';

export interface SessionBarProps {
  /** When the session ends; `null` if that is unknown or the session does not end. */
  readonly expiresAt: Date | number | null;
  /** How many minutes before the end the warning appears. Default 5. */
  readonly leadMinutes?: number | undefined;
  /** Extends the session; without it the user can only sign in again. */
  readonly onExtend?: (() => void) | undefined;
  /** Called once for each `expiresAt` when it has passed; ask the server then whether the session really ended. */
  readonly onEnd?: (() => void) | undefined;
  /** Opens the sign-in page. */
  readonly onSignIn: () => void;
}

const Root = styled.div`
  ${noticeStyle}
  ${barButton}
`;

/**
 * Warns before a session ends, minute by minute, and offers to extend it. Floats under the top bar.
 *
 * @example
 * <SessionBar expiresAt={session.expiresAt} onExtend={() => fetch('/api/user')} onSignIn={() => navigate('/login')} />
 */
export function SessionBar({
  expiresAt,
  leadMinutes = 5,
  onExtend,
  onEnd,
  onSignIn,
}: SessionBarProps): ReactElement | null {
  const [, look] = useReducer((count: number) => count + 1, 0);
  const end = Number(expiresAt ?? Number.NaN);
  const { warning } = sessionWarning(Date.now(), end, leadMinutes * 60_000);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const plan = (): void => {
      const { wait } = sessionWarning(Date.now(), end, leadMinutes * 60_000);
      if (wait !== null)
        timer = setTimeout(() => {
          look();
          plan();
        }, wait + 50);
    };
    // Timers run late after the computer was suspended.
    const wake = (): void => {
      clearTimeout(timer);
      look();
      plan();
    };
    plan();
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [end, leadMinutes]);

  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  const ended = warning?.ended ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new end calls `onEnd` again.
  useEffect(() => {
    if (ended) latest.current?.();
  }, [ended, end]);

  if (!warning) return null;
  return (
    <Root data-region role="alert">
      <Icon outline={outlines.clock} />
      <p>
        <strong>
          {ended
            ? texts.sessionEnded
            : texts.sessionEnds(warning.last ? texts.lessThanAMinute : texts.minutes(warning.minutes))}
        </strong>{' '}
        {!ended && !onExtend && texts.sessionHint}
      </p>
      {onExtend && !ended ? (
        <button onClick={onExtend} type="button">
          {texts.staySignedIn}
        </button>
      ) : (
        <button onClick={onSignIn} type="button">
          {texts.signInAgain}
        </button>
      )}
    </Root>
  );
}
