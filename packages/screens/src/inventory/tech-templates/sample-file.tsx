import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import type { ReactElement } from 'react';
import { MediaPreview } from '../../previews/media-preview.tsx';

/** The sample of a template, shown or played. */
export function SampleFile({ template }: { template: AnyRecord }): ReactElement {
  const sample = template.sample_id as Reference | null;
  const answer = useRecord(mediaFiles, sample?.id ?? null);
  const file = answer.data?.data;
  if (!sample)
    return (
      <Card>
        <p>Esta plantilla no tiene archivo de muestra. Se elige de la biblioteca multimedia al editarla.</p>
      </Card>
    );
  if (file) return <MediaPreview record={file} />;
  return answer.error ? (
    <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
  ) : (
    <Card>
      <Skeleton lines={4} />
    </Card>
  );
}
