import { useInvalidate, useUser } from '@pauta/core/react';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { type ReactElement, useState } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import type { LiveEvent } from './live-event.ts';
import { isOwnChange } from './own-changes.ts';
import { useLive } from './use-live.ts';

/**
 * Announces on the page of a record who has changed it, with a button to load the new version. The page changes only
 * when the user presses the button, and input is kept. Hidden as soon as the page shows the new version. What belongs to
 * the record and changes without it is loaded at once.
 */
export function LiveRecord({ resource, record }: { resource: Resource; record: AnyRecord }): ReactElement {
  const userId = useUser()?.id;
  const invalidate = useInvalidate();
  const [news, setNews] = useState<LiveEvent | 'unknown' | null>(null);
  const [loading, setLoading] = useState(false);
  useLive((message) => {
    if (message.type === 'reset') setNews((known) => known ?? 'unknown');
    if (message.type !== 'change') return;
    const { event } = message;
    if (event.resource !== resource.name || event.id !== record.id || event.change === 'noted') return;
    if (isOwnChange(event, userId === undefined ? undefined : String(userId))) return;
    setNews(event);
    // Something beside the record changed, such as an approval or what a client wrote: nothing moves when it is loaded.
    if (event.version !== null && event.version <= record.row_version)
      invalidate(`/${resource.path}/${record.id}`).catch(() => {});
  });
  const isShown =
    news !== null && (news === 'unknown' || news.version === null || news.version > record.row_version);
  const show = async (): Promise<void> => {
    setLoading(true);
    // If reloading fails, the query reports it.
    await invalidate(`/${resource.path}/${record.id}`).catch(() => {});
    setLoading(false);
    setNews(null);
  };
  return (
    <div role="status">
      {isShown && (
        <Banner
          actions={
            <Button loading={loading} onClick={() => void show()} size="small">
              Mostrar
            </Button>
          }
        >
          {news === 'unknown'
            ? `Puede haber cambios en ${thisOne(resource.label)}.`
            : `${news.by?.name ?? 'El sistema'} ${news.change === 'archived' ? 'archivó' : 'cambió'} ${thisOne(resource.label)} hace un momento.`}
        </Banner>
      )}
    </div>
  );
}
