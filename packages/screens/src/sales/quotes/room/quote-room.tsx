import { useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { LinksCard, type RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import type { ReactElement } from 'react';
import { type RoomMessage, TalkCard } from './talk-card.tsx';

/** The proof of an acceptance, as the API answers it. */
export interface RoomAcceptance {
  readonly hash: string;
  readonly accepted_by: string;
  readonly position: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly document_hash: string | null;
  readonly created_at: string;
  readonly recorded_by: string | null;
}

interface RoomAnswer {
  readonly links: readonly RoomLink[];
  readonly messages: readonly RoomMessage[];
  readonly acceptance: RoomAcceptance | null;
}

const AcceptanceCard = ({ acceptance }: { acceptance: RoomAcceptance }): ReactElement => (
  <Card title="Prueba de la aceptación">
    <DescriptionList
      items={[
        { key: 'who', label: 'Aceptó', value: acceptance.accepted_by },
        { key: 'position', label: 'Cargo', value: acceptance.position },
        {
          key: 'how',
          label: 'Cómo',
          value:
            acceptance.email === null
              ? `La registró ${acceptance.recorded_by ?? 'el sistema'}`
              : `Con el código enviado a ${acceptance.email}`,
        },
        { key: 'when', label: 'Cuándo', value: formatInstant(acceptance.created_at) },
        { key: 'ip', label: 'Dirección IP', value: acceptance.ip },
        { key: 'agent', label: 'Navegador', value: acceptance.user_agent, wide: true },
        { key: 'hash', label: 'Huella de la versión (SHA-256)', value: acceptance.hash, wide: true },
        { key: 'pdf', label: 'Huella del PDF (SHA-256)', value: acceptance.document_hash, wide: true },
      ].filter(({ value }) => value !== null)}
    />
  </Card>
);

/** The page of a quote for its client, as the seller sees it: who opened it, what was written there, and the acceptance. */
export function QuoteRoom({ quote }: { readonly quote: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: RoomAnswer }>(`/quotes/${quote.id}/room`);
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const { links, messages, acceptance } = data.data;
  return (
    <>
      {acceptance && <AcceptanceCard acceptance={acceptance} />}
      {links.length === 0 ? (
        !acceptance && (
          <EmptyState title="Todavía no se compartió">
            Una vez enviado, «Compartir con el cliente» crea un enlace a su página: allí lo lee, pregunta por
            renglón, pide cambios y lo acepta.
          </EmptyState>
        )
      ) : (
        <>
          <LinksCard links={links} />
          <TalkCard messages={messages} quote={quote} />
        </>
      )}
    </>
  );
}
