import { useApi, useInvalidate } from '@pauta/core/react';
import {
  type MediaKind,
  mediaFiles,
  mediaKindOf,
  mediaLimits,
  mediaMaxBytes,
  mediaTypes,
} from '@pauta/domain/media/files/media-file.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { UploadButton } from '@pauta/ui/upload/upload-button.tsx';
import type { ReactElement } from 'react';

const inWords: Readonly<Record<MediaKind, string>> = {
  video: 'Videos MP4, WebM o MOV',
  image: 'Imágenes JPG, PNG o WebP',
  audio: 'Audios MP3, WAV, OGG, M4A, AAC o FLAC',
  document: 'Documentos PDF',
};

/** The title of a file until someone gives it another: its name, without the extension. */
const titleOf = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 160) || name;

/** Uploads several files into the library, each as a record with the name of its file. */
export function MediaUploads({
  kind,
  title,
}: {
  /** Absent: files of every kind. */
  readonly kind?: MediaKind;
  readonly title: string;
}): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const { create } = useMay(mediaFiles);
  return (
    <UploadButton
      accept={kind ? mediaTypes[kind] : Object.values(mediaTypes).flat()}
      disabledReason={create.allowed ? undefined : create.reason}
      kinds={kind ? inWords[kind] : 'Videos, imágenes, audios y documentos PDF'}
      maxBytes={kind ? mediaLimits[kind] : mediaMaxBytes}
      onUploaded={async (stored) => {
        await api.post(`/${mediaFiles.path}`, {
          title: titleOf(stored.name),
          kind: mediaKindOf(stored.mime) ?? kind ?? 'document',
          file: stored.id,
        });
        await invalidate(`/${mediaFiles.path}`);
      }}
      title={title}
    />
  );
}
