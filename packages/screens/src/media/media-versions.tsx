import { useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { LinksCard, type RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { CompareVersions, type MediaVersion } from './compare-versions.tsx';

const Versions = styled.ul`
  display: grid;
  gap: ${t('space-3')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-1')} ${t('space-3')}; }
  & small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; overflow-wrap: anywhere; }
`;

const factsOf = ({ file, width_px, height_px, duration_sec }: MediaVersion): string =>
  [
    file.name,
    formatBytes(file.bytes),
    ...(width_px !== null && height_px !== null ? [`${width_px} × ${height_px} px`] : []),
    ...(duration_sec === null ? [] : [`${Number(duration_sec)} s`]),
  ].join(' · ');

/** The earlier versions of a media file, and to whom links to it were given. */
export function MediaVersions({ media }: { readonly media: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{
    data: { versions: readonly MediaVersion[]; links: readonly RoomLink[] };
  }>(`/media-files/${media.id}/versions`);
  const [compared, setCompared] = useState<MediaVersion>();
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const { versions, links } = data.data;
  return (
    <>
      <Card title="Versiones anteriores">
        {versions.length === 0 ? (
          <p>Es la primera versión. Al cambiar el archivo, la anterior queda aquí.</p>
        ) : (
          <Versions>
            {versions.map((version) => (
              <li key={version.version}>
                <strong>Versión {version.version}</strong>
                <small>{factsOf(version)}</small>
                <small>
                  {`Reemplazada ${formatInstant(version.replaced_at)}${version.replaced_by ? ` por ${version.replaced_by}` : ''}`}
                </small>
                {version.approved_by && <small>{`La aprobó ${version.approved_by}`}</small>}
                <Button onClick={() => setCompared(version)} size="small">
                  Comparar con la actual
                </Button>
                <DownloadButton name={version.file.name} path={`/files/${version.file.id}`} size="small">
                  Descargar versión {version.version}
                </DownloadButton>
              </li>
            ))}
          </Versions>
        )}
      </Card>
      {links.length > 0 && <LinksCard links={links} />}
      {compared && (
        <CompareVersions media={media} onClose={() => setCompared(undefined)} version={compared} />
      )}
    </>
  );
}
