import { useApi } from '@pauta/core/react';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { mediaKindOf } from '@pauta/domain/media/files/media-file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Play } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { styled } from 'styled-components';

const Frame = styled.div`
  display: grid;
  justify-items: center;
  & > img, & > video { max-inline-size: 100%; max-block-size: 24rem; border-radius: ${t('radius-md')}; background: ${t('color-surface-sunken')}; }
  & > audio { inline-size: min(40rem, 100%); }
`;

/** Larger files are loaded when the user asks for them. */
const loadedAtOnce = 20 * 1024 * 1024;

/** The picture or the player of a media file. Files need the session's token, so it is loaded as a whole. */
export function MediaPreview({ record }: { record: AnyRecord }): ReactElement | null {
  const api = useApi();
  const file = record.file as StoredFile;
  const title = String(record.title);
  const [isWanted, setWanted] = useState(file.bytes <= loadedAtOnce);
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
          <Button icon={<Play aria-hidden size={16} />} onClick={() => setWanted(true)}>
            Cargar la vista previa ({formatBytes(file.bytes)})
          </Button>
        ) : url === undefined ? (
          <Skeleton lines={4} />
        ) : kind === 'image' ? (
          <img alt={title} src={url} />
        ) : kind === 'video' ? (
          // biome-ignore lint/a11y/useMediaCaption: material of a campaign as it was delivered; it has no captions file
          <video aria-label={`Video: ${title}`} controls src={url} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: material of a campaign as it was delivered; it has no captions file
          <audio aria-label={`Audio: ${title}`} controls src={url} />
        )}
      </Frame>
    </Card>
  );
}
