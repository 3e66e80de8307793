import { useApiQuery } from '@pauta/core/react';
import { token as t } from '@pauta/layout/theme';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { WaveShape } from './wave-shape.tsx';

const Root = styled.div`
  display: grid;
  gap: ${t('space-3')};
  inline-size: min(48rem, 100%);
  & > audio { inline-size: 100%; }
  & > [role='slider'] {
    block-size: 6rem;
    border-radius: ${t('radius-md')};
    background: ${t('color-surface-sunken')};
    cursor: pointer;
    touch-action: manipulation;
  }
  & > [role='slider']:focus-visible { outline: 2px solid ${t('color-focus')}; outline-offset: 2px; }
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
 * A sound with its waveform, in which one moves by pointer and by keyboard: arrows a second, page keys ten, Home, End; the
 * space bar plays and pauses.
 */
export function SoundPlayer({
  id,
  url,
  title,
  seconds,
}: {
  /** Of the media file. */
  id: string;
  /** Address of its content. */
  url: string;
  title: string;
  /** Its measured duration; null: not measured. */
  seconds: number | null;
}): ReactElement {
  const audio = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const answer = useApiQuery<{ readonly data: { readonly peaks: readonly number[] } }>(
    `/media-files/${id}/waveform`,
  );
  const peaks = answer.data?.data.peaks ?? [];
  const move = (to: number): void => {
    if (!audio.current || seconds === null) return;
    audio.current.currentTime = Math.min(seconds, Math.max(0, to));
    setAt(audio.current.currentTime);
  };
  const toggle = (): void => {
    const player = audio.current;
    if (!player) return;
    if (player.paused) void player.play();
    else player.pause();
  };
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key as keyof typeof steps];
    if (step !== undefined) move(at + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(seconds ?? 0);
    else if (event.key === ' ') toggle();
    else return;
    event.preventDefault();
  };
  return (
    <Root>
      {peaks.length > 0 && seconds !== null && seconds > 0 && (
        <div
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
          <WaveShape peaks={peaks} played={at / seconds} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: material of a campaign as it was delivered; it has no captions file */}
      <audio
        aria-label={`Audio: ${title}`}
        controls
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        ref={audio}
        src={url}
      />
    </Root>
  );
}
