import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { formatTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { CopyCheck } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

interface PairClient {
  readonly id: string;
  readonly label: string;
  readonly code: string;
  readonly legal_name: string;
  readonly tax_id: string;
  readonly tax_id_type: string;
  readonly country: string;
  readonly seller: string | null;
}

/** Two clients that may be the same company. */
export interface DuplicatePair {
  readonly id: string;
  readonly a: PairClient;
  readonly b: PairClient;
  readonly score: number;
  readonly reasons: readonly string[];
}

interface Answer {
  readonly data: readonly DuplicatePair[];
  readonly next_cursor: string | null;
}

const List = styled.ul`
  display: grid;
  gap: var(--pauta-space-3);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: grid; grid-template-columns: 1fr 1fr auto; gap: var(--pauta-space-3); align-items: center; padding-block-end: var(--pauta-space-3); border-block-end: 1px solid var(--pauta-color-border); }
  & > li:last-child { padding-block-end: 0; border: 0; }
  & > li > div { display: grid; gap: 2px; min-inline-size: 0; overflow-wrap: anywhere; }
  & > li > p { grid-column: 1 / -1; margin: 0; display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); align-items: baseline; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > li > [data-actions] { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
  & span { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & a { justify-self: start; }
  @media (max-width: 48rem) { & > li { grid-template-columns: 1fr; } }
`;

function Side({ client }: { client: PairClient }): ReactElement {
  return (
    <div>
      <Link to={paths.record(clients, client.id)}>{client.label}</Link>
      <span>
        {client.code} · {client.legal_name}
      </span>
      <span>
        {formatTaxId(client.country, client.tax_id_type, client.tax_id)}
        {client.seller && ` · ${client.seller}`}
      </span>
    </div>
  );
}

/** Probable duplicates with the matching data; each pair is merged or marked as different companies. */
export function DuplicatePairs({
  pairs,
  onDecided,
}: {
  pairs: readonly DuplicatePair[];
  onDecided: () => void;
}): ReactElement {
  const api = useApi();
  const may = useMay(clients);
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState<string | null>(null);
  const verdict = may.permission('clients.merge');
  const dismiss = async ({ id, a, b }: DuplicatePair): Promise<void> => {
    setBusy(id);
    try {
      await api.post('/client-duplicates/dismiss', { pairs: [[a.id, b.id]] });
      notify(`${a.label} y ${b.label} quedan como dos empresas.`);
      invalidate('/clients').catch(() => {});
      onDecided();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setBusy(null);
    }
  };
  return (
    <List>
      {pairs.map((pair) => (
        <li key={pair.id}>
          <Side client={pair.a} />
          <Side client={pair.b} />
          <div data-actions>
            {verdict.allowed ? (
              <LinkButton
                aria-label={`Comparar y fusionar ${pair.a.label} y ${pair.b.label}`}
                size="small"
                to={`${paths.list(clients)}/fusionar?a=${pair.a.id}&b=${pair.b.id}`}
              >
                Comparar y fusionar
              </LinkButton>
            ) : (
              <Button disabledReason={verdict.reason} size="small">
                Comparar y fusionar
              </Button>
            )}
            <Button
              aria-label={`${pair.a.label} y ${pair.b.label} son dos empresas`}
              loading={busy === pair.id}
              onClick={() => void dismiss(pair)}
              size="small"
              tone="quiet"
            >
              Son dos empresas
            </Button>
          </div>
          <p>
            <Badge tone="warning">{Math.round(pair.score * 100)} %</Badge>
            {pair.reasons.join(' · ')}
          </p>
        </li>
      ))}
    </List>
  );
}

/** CRM › Clientes › Duplicados probables */
export function DuplicateClients(): ReactElement {
  const [limit, setLimit] = useState(25);
  const answer = useApiQuery<Answer>(`/client-duplicates?limit=${limit}`, { keepPreviousData: true });
  const pairs = answer.data?.data;
  return (
    <Page>
      <PageHeader
        back={{ to: paths.list(clients), label: clients.label.many }}
        description="Clientes con nombres parecidos. Decida si son la misma empresa."
        title="Duplicados probables"
      />
      <Card>
        {answer.error && !pairs ? (
          <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
        ) : !pairs ? (
          <Skeleton lines={6} />
        ) : pairs.length === 0 ? (
          <EmptyState icon={<CopyCheck aria-hidden size={24} />} title="Sin duplicados probables">
            Cuando dos clientes tengan nombres parecidos aparecerán aquí.
          </EmptyState>
        ) : (
          <DuplicatePairs onDecided={() => void answer.mutate()} pairs={pairs} />
        )}
      </Card>
      {answer.data?.next_cursor &&
        (limit < 100 ? (
          <Button loading={answer.isPrevious} onClick={() => setLimit(100)}>
            Mostrar más
          </Button>
        ) : (
          <p>Se muestran los 100 más parecidos; al decidirlos aparecen los siguientes.</p>
        ))}
    </Page>
  );
}
