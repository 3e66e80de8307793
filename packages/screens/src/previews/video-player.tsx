import { token as t } from '@pauta/layout/theme';
import { usePicture } from '@pauta/ui/data/use-picture.ts';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { TimeLine } from './time-line.tsx';

const Root = styled.div`
  display: grid;
  gap: ${t('space-3')};
  justify-items: center;
  inline-size: min(48rem, 100%);
  & > video { max-inline-size: 100%; max-block-size: 24rem; border-radius: ${t('radius-md')}; background: ${t('color-surface-sunken')}; }
  & img { display: block; inline-size: 100%; block-size: 3.5rem; object-fit: fill; }
  & [data-at] {
    position: absolute;
    inset-block: 0;
    inline-size: 2px;
    background: ${t('color-accent')};
    pointer-events: none;
  }
  @media (forced-colors: active) {
    & [data-at] { background: Highlight; }
  }
`;

/** A video with its poster, and its film strip as its time line. */
export function VideoPlayer({
  id,
  url,
  title,
  seconds,
}: {
  /** Of the media file. */
  readonly id: string;
  /** Address of its content. */
  readonly url: string;
  readonly title: string;
  /** Its measured duration; null: not measured. */
  readonly seconds: number | null;
}): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  const [at, setAt] = useState(0);
  const isMeasured = seconds !== null && seconds > 0;
  const poster = usePicture(isMeasured ? `/media-files/${id}/thumbnail` : null);
  const strip = usePicture(isMeasured ? `/media-files/${id}/film-strip` : null);
  return (
    <Root>
      {/* biome-ignore lint/a11y/useMediaCaption: material of a campaign as it was delivered; it has no captions file */}
      <video
        aria-label={`Video: ${title}`}
        controls
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        poster={poster.url}
        ref={video}
        src={url}
      />
      {isMeasured && strip.url !== undefined && (
        <TimeLine at={at} onMove={setAt} player={video} seconds={seconds} title={title}>
          <img alt="" src={strip.url} />
          <span data-at style={{ insetInlineStart: `${Math.min(100, (at / seconds) * 100)}%` }} />
        </TimeLine>
      )}
    </Root>
  );
}
