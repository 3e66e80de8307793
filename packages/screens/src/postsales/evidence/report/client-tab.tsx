import { useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { evidenceObjections } from '@pauta/domain/postsales/evidence/evidence-objection.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { LinksCard, type RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

interface Acceptance {
  readonly hash: string;
  readonly accepted_by: string;
  readonly by_silence: boolean;
  readonly position: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  readonly document_hash: string | null;
  readonly created_at: string;
  readonly recorded_by: string | null;
}

interface RoomAnswer {
  readonly links: readonly RoomLink[];
  readonly acceptance: Acceptance | null;
  /** Path of the public page that checks its documents. */
  readonly check_path: string | null;
}

const howOf = ({ by_silence, email, recorded_by }: Acceptance): string => {
  if (by_silence) return 'Por silencio: el cliente no respondió en el plazo';
  return email === null ? `La registró ${recorded_by ?? 'el sistema'}` : `Con el código enviado a ${email}`;
};

const AcceptanceCard = ({ acceptance }: { acceptance: Acceptance }): ReactElement => (
  <Card title="Prueba de la aceptación">
    <DescriptionList
      items={[
        { key: 'who', label: 'Aceptó', value: acceptance.accepted_by },
        { key: 'position', label: 'Cargo', value: acceptance.position },
        { key: 'how', label: 'Cómo', value: howOf(acceptance) },
        { key: 'when', label: 'Cuándo', value: formatInstant(acceptance.created_at) },
        { key: 'ip', label: 'Dirección IP', value: acceptance.ip },
        { key: 'hash', label: 'Huella de la edición (SHA-256)', value: acceptance.hash, wide: true },
        { key: 'pdf', label: 'Huella del PDF (SHA-256)', value: acceptance.document_hash, wide: true },
      ].filter(({ value }) => value !== null)}
    />
  </Card>
);

const objectionColumns = ['label', 'body', 'author', 'credit', 'status'];

/** The page of a report for its client, as staff sees it: who opened it, what was objected to, and the acceptance. */
export function ClientTab({ report }: { readonly report: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: RoomAnswer }>(
    `/${evidenceReports.path}/${report.id}/room`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    );
  const { links, acceptance, check_path } = data.data;
  return (
    <>
      {acceptance && <AcceptanceCard acceptance={acceptance} />}
      {links.length > 0 && <LinksCard links={links} />}
      {links.length === 0 && !acceptance && (
        <EmptyState title="Todavía no se envió">
          Una vez aprobado, «Enviar al cliente» crea un enlace a su página: allí lo acepta o lo objeta por
          renglón.
        </EmptyState>
      )}
      {check_path !== null && (
        <p>
          <a href={check_path} rel="noreferrer" target="_blank">
            Página pública que comprueba sus documentos
          </a>
        </p>
      )}
      <RelatedList
        by="report_id"
        columns={objectionColumns}
        empty="El cliente no objetó nada."
        of={report}
        pages
        resource={evidenceObjections}
        title="number"
      />
    </>
  );
}
