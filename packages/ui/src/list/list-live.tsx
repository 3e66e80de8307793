import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ReactElement } from 'react';
import { LiveNotice } from '../live/live-notice.tsx';
import { useLiveChanges } from '../live/use-live-changes.ts';

/** Announces changes by others while the list is displayed; its rows are reloaded on request. */
export function ListLive({ resource, onShow }: { resource: Resource; onShow: () => void }): ReactElement {
  const live = useLiveChanges(resource);
  return (
    <LiveNotice
      changed={live.changedCount}
      created={live.created}
      isUnknown={live.isUnknown}
      label={resource.label}
      onShow={() => {
        live.clear();
        onShow();
      }}
    />
  );
}
