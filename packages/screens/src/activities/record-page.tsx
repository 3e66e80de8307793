import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { MenuAction } from '@pauta/ui/controls/menu.tsx';
import type { May } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { ResourceDetailProps } from '@pauta/ui/detail/resource-detail.tsx';
import { lazy, type ReactNode, Suspense } from 'react';
import type { About } from './attention-dialog.tsx';

// Loaded lazily, so that a list does not load the page of a record.
const AttentionButton = lazy(async () => ({
  default: (await import('./attention-button.tsx')).AttentionButton,
}));
const ContactAttemptPrompt = lazy(async () => ({
  default: (await import('./contact-attempt-prompt.tsx')).ContactAttemptPrompt,
}));

/**
 * Overrides for the page of an account or contact: recording an activity, by a button and a shortcut, and the prompt
 * after a call.
 *
 * @param aboutOf the subject of an activity recorded from this page; null if there is none
 * @param also additional frequent actions, and additional content above the fields
 */
export const activityOverrides = (
  aboutOf: (record: AnyRecord) => About | null,
  also: {
    readonly more?: (record: AnyRecord) => ReactNode;
    readonly above?: (record: AnyRecord) => ReactNode;
  } = {},
): Pick<ResourceDetailProps, 'quick' | 'above'> => {
  const present = (record: AnyRecord): About | null => (record.archived_at ? null : aboutOf(record));
  return {
    quick: (record) => {
      const about = present(record);
      return (
        <>
          {about && (
            <Suspense>
              <AttentionButton about={about} isOfPage />
            </Suspense>
          )}
          {also.more?.(record)}
        </>
      );
    },
    above: (record) => {
      const about = present(record);
      return (
        about && (
          <Suspense>
            {also.above?.(record)}
            <ContactAttemptPrompt about={about} />
          </Suspense>
        )
      );
    },
  };
};

/** «Fusionar» in the menu of a record; the other record is chosen on the page that it opens. */
export const mergeAction = (
  resource: Resource,
  record: AnyRecord,
  may: May,
  go: (path: string) => void,
): MenuAction => {
  const verdict = may.permission(`${resource.name}.merge`);
  return {
    id: 'merge',
    label: 'Fusionar',
    disabledReason: verdict.allowed ? undefined : verdict.reason,
    onAction: () => go(`${paths.list(resource)}/fusionar?a=${record.id}`),
  };
};
