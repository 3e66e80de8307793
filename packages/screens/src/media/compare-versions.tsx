import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { mediaKindOf } from '@pauta/domain/media/files/media-file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { usePicture } from '@pauta/ui/data/use-picture.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** An earlier version of a media file, as the API answers it. */
export interface MediaVersion {
  readonly version: number;
  readonly file: StoredFile;
  readonly width_px: number | null;
  readonly height_px: number | null;
  readonly duration_sec: string | null;
  readonly approved_at: string | null;
  readonly approved_by: string | null;
  readonly replaced_at: string;
  readonly replaced_by: string | null;
}

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${t('space-4')};
  @media (width < 40rem) { grid-template-columns: minmax(0, 1fr); }
  & > section { display: grid; align-content: start; gap: ${t('space-3')}; min-inline-size: 0; }
  & h3 { margin: 0; font-size: ${t('text-md')}; }
  & :is(img, video) { max-inline-size: 100%; max-block-size: 20rem; border-radius: ${t('radius-md')}; background: ${t('color-surface-sunken')}; }
  & audio { inline-size: 100%; }
  & dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: ${t('space-1')} ${t('space-3')}; margin: 0; }
  & dt { color: ${t('color-text-muted')}; }
  & dd { margin: 0; overflow-wrap: anywhere; }
  & dd[data-differs] { font-weight: ${t('weight-medium')}; color: ${t('color-warning-text')}; }
`;

interface Side {
  readonly name: string;
  readonly file: StoredFile;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

const factsOf = ({
  file,
  width_px,
  height_px,
  duration_sec,
}: Pick<MediaVersion, 'file' | 'width_px' | 'height_px' | 'duration_sec'>): Side['facts'] => [
  ['Archivo', file.name],
  ['Tamaño', formatBytes(file.bytes)],
  ['Medidas', width_px !== null && height_px !== null ? `${width_px} × ${height_px} px` : '—'],
  ['Duración', duration_sec === null ? '—' : `${Number(duration_sec)} s`],
];

/** The content of a version; a document is only named, since a browser reads it in a page of its own. */
function Content({ name, file }: Side): ReactElement {
  const kind = mediaKindOf(file.mime);
  const { url, isBroken } = usePicture(kind === 'document' ? null : `/files/${file.id}`);
  if (kind === 'document') return <p>Descargue el documento para leerlo.</p>;
  if (isBroken) return <p>No se pudo cargar. Cierre e intente de nuevo.</p>;
  if (url === undefined) return <Skeleton lines={4} />;
  if (kind === 'image') return <img alt={name} src={url} />;
  return kind === 'video' ? (
    // biome-ignore lint/a11y/useMediaCaption: material of a campaign as it was delivered; it has no captions file
    <video aria-label={name} controls src={url} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: material of a campaign as it was delivered; it has no captions file
    <audio aria-label={name} controls src={url} />
  );
}

/** An earlier version of a media file beside the present one; what differs is marked. */
export function CompareVersions({
  media,
  version,
  onClose,
}: {
  readonly media: AnyRecord;
  readonly version: MediaVersion;
  readonly onClose: () => void;
}): ReactElement {
  const sides: readonly [Side, Side] = [
    { name: `Versión ${version.version}`, file: version.file, facts: factsOf(version) },
    {
      name: `Versión ${String(media.version)}, la actual`,
      file: media.file as StoredFile,
      facts: factsOf(media as unknown as MediaVersion),
    },
  ];
  return (
    <Dialog full onClose={onClose} open title={`Comparar «${String(media.title)}»`} width={64}>
      <Sides>
        {sides.map((side, at) => (
          <section key={side.name}>
            <h3>{side.name}</h3>
            <Content {...side} />
            <dl>
              {side.facts.map(([label, value], place) => (
                <div key={label} style={{ display: 'contents' }}>
                  <dt>{label}</dt>
                  <dd data-differs={sides[1 - at]?.facts[place]?.[1] !== value || undefined}>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Sides>
    </Dialog>
  );
}
