import { useApiQuery } from '@pauta/core/react';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { type MediaKind, mediaFiles, mediaStatuses } from '@pauta/domain/media/files/media-file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { usePicture } from '@pauta/ui/data/use-picture.ts';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { AudioLines, FileText, Image, Video } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { WaveShape } from '../previews/wave-shape.tsx';

const Root = styled.span`
  display: grid;
  gap: 2px;
  & > [data-picture] {
    display: grid;
    place-items: center;
    block-size: 8.5rem;
    overflow: hidden;
    background: ${t('color-surface-sunken')};
    color: ${t('color-text-muted')};
  }
  & > [data-picture] > img { inline-size: 100%; block-size: 100%; object-fit: contain; }
  & > strong, & > small { padding-inline: ${t('space-3')}; overflow: hidden; text-overflow: ellipsis; }
  & > strong { padding-block-start: ${t('space-2')}; font-weight: ${t('weight-medium')}; }
  & > small { min-block-size: 1.5em; padding-block-end: ${t('space-2')}; color: ${t('color-text-muted')}; font-weight: 400; }
  & > small[data-tone='danger'] { color: ${t('color-danger-text')}; }
`;

/** Fields that a tile needs besides those of every row. */
export const tileFields = ['kind', 'status', 'duration_sec', 'width_px', 'height_px', 'pages'] as const;

/** Kinds that have a small picture. */
const pictured: readonly string[] = ['image', 'video', 'document'];

const icons = { video: Video, image: Image, audio: AudioLines, document: FileText } as const;

function Wave({ id }: { id: string }): ReactElement {
  const answer = useApiQuery<{ readonly data: { readonly peaks: readonly number[] } }>(
    `/media-files/${id}/waveform`,
  );
  const peaks = answer.data?.data.peaks ?? [];
  return peaks.length > 0 ? <WaveShape peaks={peaks} /> : <AudioLines aria-hidden size={32} />;
}

const Small = styled.span`
  display: grid;
  place-items: center;
  inline-size: 64px;
  block-size: 36px;
  overflow: hidden;
  border-radius: ${t('radius-sm')};
  background: ${t('color-surface-sunken')};
  color: ${t('color-text-muted')};
  & > img { max-inline-size: 100%; max-block-size: 100%; }
`;

function SmallPicture({
  id,
  icon: Icon,
  size = 16,
}: {
  id: string;
  icon: typeof Image;
  size?: number;
}): ReactElement {
  const { url } = usePicture(`/media-files/${id}/thumbnail`);
  return url === undefined ? <Icon aria-hidden size={size} /> : <img alt="" src={url} />;
}

/** The small picture of a media file in a list; the icon of its kind where it has none. */
export function MediaThumbnail({ record }: CellProps): ReactElement {
  const { id, kind, status } = record as AnyRecord;
  const Icon = icons[kind as MediaKind] ?? Image;
  return (
    <Small>
      {status === 'available' && pictured.includes(String(kind)) ? (
        <SmallPicture icon={Icon} id={id} />
      ) : (
        <Icon aria-hidden size={16} />
      )}
    </Small>
  );
}

/** The title of a media file below its picture or waveform, with what it measures. */
export function MediaTile({ record, value }: CellProps): ReactElement {
  const {
    id,
    kind: of,
    status: state,
    width_px: width,
    height_px: height,
    duration_sec: seconds,
    pages,
  } = record as AnyRecord;
  const kind = of as MediaKind;
  const status = state as keyof typeof mediaStatuses;
  const Icon = icons[kind] ?? Image;
  const measures = [
    width && height ? `${String(width)} × ${String(height)} px` : null,
    seconds ? `${formatField(mediaFiles.fields.duration_sec, seconds)} s` : null,
    pages ? (pages === 1 ? '1 página' : `${String(pages)} páginas`) : null,
  ];
  return (
    <Root data-tile>
      <span data-picture>
        {status === 'available' && pictured.includes(kind) ? (
          <SmallPicture icon={Icon} id={id} size={32} />
        ) : status === 'available' && kind === 'audio' ? (
          <Wave id={id} />
        ) : (
          <Icon aria-hidden size={32} />
        )}
      </span>
      <strong>{String(value)}</strong>
      <small data-tone={status === 'rejected' ? 'danger' : undefined}>
        {status === 'available' ? measures.filter(Boolean).join(' · ') : mediaStatuses[status]?.[0]}
      </small>
    </Root>
  );
}
