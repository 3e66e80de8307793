import { token as t } from '@pauta/layout/theme';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  position: relative;
  inline-size: 100%;
  overflow: hidden;
  border-radius: ${t('radius-md')};
  background: ${t('color-surface-sunken')};
  cursor: pointer;
  touch-action: manipulation;
  &:focus-visible { outline: 2px solid ${t('color-focus')}; outline-offset: 2px; }
`;

/** Seconds that an arrow key moves, and a page key. */
const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 } as const;

/** A time in words. @example timeText(75.4) // '1 min 15 s' */
const timeText = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
};

/**
 * The time line of a player, in which one moves by pointer and by keyboard: arrows a second, page keys ten, Home, End; the
 * space bar plays and pauses. Its content is what is drawn along it.
 */
export function TimeLine({
  player,
  title,
  at,
  seconds,
  onMove,
  children,
}: {
  readonly player: { readonly current: HTMLMediaElement | null };
  readonly title: string;
  /** Where the player is. */
  readonly at: number;
  readonly seconds: number;
  /** Takes where the player was moved to. */
  readonly onMove: (at: number) => void;
  readonly children: ReactNode;
}): ReactElement {
  const move = (to: number): void => {
    if (!player.current) return;
    player.current.currentTime = Math.min(seconds, Math.max(0, to));
    onMove(player.current.currentTime);
  };
  const toggle = (): void => {
    if (player.current?.paused) void player.current.play();
    else player.current?.pause();
  };
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key as keyof typeof steps];
    if (step !== undefined) move(at + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(seconds);
    else if (event.key === ' ') toggle();
    else return;
    event.preventDefault();
  };
  return (
    <Root
      aria-label={`Posición en «${title}»`}
      aria-valuemax={seconds}
      aria-valuemin={0}
      aria-valuenow={at}
      aria-valuetext={`${timeText(at)} de ${timeText(seconds)}`}
      onKeyDown={press}
      onPointerDown={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        move(((event.clientX - box.left) / box.width) * seconds);
      }}
      role="slider"
      tabIndex={0}
    >
      {children}
    </Root>
  );
}
