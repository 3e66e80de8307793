import { useApiQuery } from '@pauta/core/react';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { LinksCard, type RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import type { ReactElement } from 'react';

/** Who of the client was asked for the material of the contract of a sheet, and whether they opened the page. */
export function SheetLinks({ sheet }: { readonly sheet: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: { links: readonly RoomLink[] } }>(
    `/tech-sheets/${sheet.id}/room`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const { links } = data.data;
  return links.length === 0 ? (
    <EmptyState title="Todavía no se pidió el material">
      «Pedir el material» crea un enlace a la página del contrato: allí el cliente responde, sube sus archivos
      y los aprueba.
    </EmptyState>
  ) : (
    <LinksCard links={links} />
  );
}
