import { useApiQuery } from '@pauta/core/react';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { TimeLine } from './time-line.tsx';
import { WaveShape } from './wave-shape.tsx';

const Root = styled.div`
  display: grid;
  gap: ${t('space-3')};
  inline-size: min(48rem, 100%);
  & > audio { inline-size: 100%; }
  & > [role='slider'] { block-size: 6rem; }
`;

/** A sound with its waveform as its time line. */
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
  return (
    <Root>
      {peaks.length > 0 && seconds !== null && seconds > 0 && (
        <TimeLine at={at} onMove={setAt} player={audio} seconds={seconds} title={title}>
          <WaveShape peaks={peaks} played={at / seconds} />
        </TimeLine>
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
