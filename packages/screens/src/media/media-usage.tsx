import { useApiQuery } from '@pauta/core/react';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** Where a media file is used, as the API answers it. */
export interface MediaUsages {
  readonly total: number;
  readonly places: readonly {
    readonly label: string;
    readonly count: number;
    readonly records: readonly { readonly title: string; readonly path: string }[];
  }[];
}

const Places = styled.dl`
  display: grid;
  gap: ${t('space-3')};
  margin: 0;
  & dt { font-weight: ${t('weight-medium')}; }
  & dd { margin: 0; padding-block: ${t('space-1')}; overflow-wrap: anywhere; }
  & a { color: ${t('color-accent-text')}; }
  & small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;

/** The records in which a media file is used, with links to those that the reader may see. */
export function MediaUsage({ media }: { readonly media: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: MediaUsages }>(`/media-files/${media.id}/usages`);
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const { total, places } = data.data;
  return (
    <Card title="Dónde se usa">
      {total === 0 && <p>Ningún registro lo usa: puede archivarlo.</p>}
      {total > 0 && places.length === 0 && (
        <p>
          Se usa en {total === 1 ? 'un registro' : `${formatCount(total)} registros`} que usted no puede ver.
        </p>
      )}
      {places.length > 0 && (
        <Places>
          {places.map(({ label, count, records }) => (
            <div key={label}>
              <dt>
                {label} ({formatCount(count)})
              </dt>
              {records.map(({ title, path }) => (
                <dd key={path}>
                  <Link to={path}>{title}</Link>
                </dd>
              ))}
              {count > records.length && (
                <dd>
                  <small>y {formatCount(count - records.length)} más</small>
                </dd>
              )}
            </div>
          ))}
        </Places>
      )}
    </Card>
  );
}
