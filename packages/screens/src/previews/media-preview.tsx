import { useApi, useInvalidate } from '@pauta/core/react';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { mediaKindOf } from '@pauta/domain/media/files/media-file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { usePicture } from '@pauta/ui/data/use-picture.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Play } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { SoundPlayer } from './sound-player.tsx';
import { VideoPlayer } from './video-player.tsx';

const Frame = styled.div`
  display: grid;
  justify-items: center;
  gap: ${t('space-3')};
  & > img { max-inline-size: 100%; max-block-size: 24rem; border-radius: ${t('radius-md')}; background: ${t('color-surface-sunken')}; }
`;

/** Larger files are loaded when the user asks for them. */
const loadedAtOnce = 20 * 1024 * 1024;

/** The picture or the player of a media file; of one that was refused only the reason. */
export function MediaPreview({ record }: { record: AnyRecord }): ReactElement | null {
  // What could do harm here is not opened in the browser, either.
  if (record.status === 'rejected')
    return (
      <Banner tone="danger">
        Este archivo fue rechazado: no se puede usar. {String(record.refusal)} Para cambiarlo, edite el
        registro.
      </Banner>
    );
  return (
    <>
      {record.status === 'processing' && <Measuring id={record.id} />}
      <Content record={record} />
    </>
  );
}

/** Milliseconds between questions whether a file is measured. */
const pause = 1500;

/** Says that a file is being measured, and shows the measures once they are there: nobody waits for a button. */
function Measuring({ id }: { id: string }): ReactElement {
  const invalidate = useInvalidate();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) invalidate(`/media-files/${id}`).catch(() => {});
    }, pause);
    return () => clearInterval(timer);
  }, [invalidate, id]);
  return (
    <Banner live tone="info">
      Se está midiendo el archivo. Podrá usarse cuando termine; no hace falta esperar aquí.
    </Banner>
  );
}

/** What the server drew of a file, before its content is loaded. */
function Small({ id, alt = '' }: { id: string; alt?: string }): ReactElement | null {
  const { url } = usePicture(`/media-files/${id}/thumbnail`);
  return url === undefined ? null : <img alt={alt} src={url} />;
}

/** The first page of a document, and its file. */
function Document({ record }: { record: AnyRecord }): ReactElement {
  const file = record.file as StoredFile;
  return (
    <Card>
      <Frame>
        {record.status === 'available' && (
          <Small alt={`Primera página de «${String(record.title)}»`} id={record.id} />
        )}
        <DownloadButton name={file.name} path={`/files/${file.id}`}>
          Descargar el documento ({formatBytes(file.bytes)})
        </DownloadButton>
      </Frame>
    </Card>
  );
}

/** Files need the session's token, so the content is loaded as a whole. */
function Content({ record }: { record: AnyRecord }): ReactElement | null {
  const api = useApi();
  const file = record.file as StoredFile;
  const title = String(record.title);
  const [isWanted, setWanted] = useState(file.bytes <= loadedAtOnce && mediaKindOf(file.mime) !== 'document');
  const [url, setUrl] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const { id } = file;

  const load = useCallback(
    async (signal: AbortSignal): Promise<string | undefined> => {
      try {
        const made = URL.createObjectURL(
          await (await api.raw('GET', `/files/${id}`, { signal, timeout: 0 })).blob(),
        );
        setUrl(made);
        return made;
      } catch (error) {
        if (!signal.aborted) setFailure(error);
        return undefined;
      }
    },
    [api, id],
  );
  useEffect(() => {
    if (!isWanted) return undefined;
    const controller = new AbortController();
    const loading = load(controller.signal);
    return () => {
      controller.abort();
      setUrl(undefined);
      void loading.then((made) => made && URL.revokeObjectURL(made));
    };
  }, [isWanted, load]);

  const kind = mediaKindOf(file.mime);
  if (!kind) return null;
  if (kind === 'document') return <Document record={record} />;
  const seconds = record.duration_sec ? Number(record.duration_sec) : null;
  const retry = (): void => {
    setFailure(undefined);
    void load(new AbortController().signal);
  };
  return (
    <Card>
      <Frame>
        {failure !== undefined ? (
          <FailureBanner error={failure} onRetry={retry} />
        ) : !isWanted ? (
          <>
            {record.status === 'available' && kind !== 'audio' && <Small id={record.id} />}
            <Button icon={<Play aria-hidden size={16} />} onClick={() => setWanted(true)}>
              Cargar la vista previa ({formatBytes(file.bytes)})
            </Button>
          </>
        ) : url === undefined ? (
          <Skeleton lines={4} />
        ) : kind === 'image' ? (
          <img alt={title} src={url} />
        ) : kind === 'video' ? (
          <VideoPlayer id={record.id} seconds={seconds} title={title} url={url} />
        ) : (
          <SoundPlayer id={record.id} seconds={seconds} title={title} url={url} />
        )}
      </Frame>
    </Card>
  );
}
