import { useApiQuery } from '@pauta/core/react';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { type DuplicateCandidate, DuplicateList, hiddenDuplicates } from './duplicate-list.tsx';

interface Checks {
  readonly tax_id: { readonly status: 'valid' | 'warning' | 'invalid'; readonly message: string };
  readonly duplicates: readonly DuplicateCandidate[];
  readonly hidden_duplicates: number;
  readonly age_hours: number;
  readonly sla_hours: number;
  readonly same_reviewer_blocked: boolean;
}

const taxIdTones = { valid: 'success', warning: 'warning', invalid: 'danger' } as const;
const taxIdWords = { valid: 'Válida', warning: 'Con aviso', invalid: 'No válida' };
const open = ['received', 'in_review', 'info_requested'];

/** @example inWords(30) // '1 día y 6 horas' */
export function inWords(hours: number): string {
  const whole = Math.floor(hours);
  const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;
  if (whole < 1) return 'menos de una hora';
  if (whole < 24) return count(whole, 'hora');
  const days = count(Math.floor(whole / 24), 'día');
  return whole % 24 === 0 ? days : `${days} y ${count(whole % 24, 'hora')}`;
}

const Grid = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  gap: var(--pauta-space-4);
  margin: 0;
  & dt { margin-block-end: var(--pauta-space-1); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & dd { margin: 0; display: grid; gap: var(--pauta-space-1); justify-items: start; }
`;

/** What the reviewer must know before deciding: tax id, possible duplicates, how long it has waited. */
export function RegistrationChecks({ record }: { record: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<Checks>(`/client-registrations/${record.id}/checks`);
  const isOpen = open.includes(String(record.status));
  const client = record.resulting_client_id as { id: string; label: string } | null;
  const late = data !== undefined && isOpen && data.age_hours > data.sla_hours;
  return (
    <>
      {client && (
        <Banner tone="success">
          {record.status === 'duplicate' ? 'Quedó unido al cliente ' : 'De este registro nació el cliente '}
          <Link to={`/crm/clientes/${client.id}`}>{client.label}</Link>.
        </Banner>
      )}
      {record.decision_reason !== null && <Banner tone="neutral">{String(record.decision_reason)}</Banner>}
      {isOpen && data?.same_reviewer_blocked && (
        <Banner tone="warning">Usted creó este registro: otra persona debe aprobarlo.</Banner>
      )}
      <Card title="Comprobaciones">
        {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
        {!error && !data && <Skeleton lines={3} />}
        {data && (
          <Grid>
            <div>
              <dt>Identificación fiscal</dt>
              <dd>
                <Badge tone={taxIdTones[data.tax_id.status]}>{taxIdWords[data.tax_id.status]}</Badge>
                <span>{data.tax_id.message}</span>
              </dd>
            </div>
            <div>
              <dt>Coincidencias</dt>
              <dd>
                {data.duplicates.length + data.hidden_duplicates === 0 && (
                  <Badge tone="success">Ninguna</Badge>
                )}
                <DuplicateList candidates={data.duplicates} />
                {data.hidden_duplicates > 0 && <span>{hiddenDuplicates(data.hidden_duplicates)}</span>}
              </dd>
            </div>
            <div>
              <dt>{isOpen ? 'En espera desde hace' : 'Se decidió en'}</dt>
              <dd>
                <span>{inWords(data.age_hours)}</span>
                {isOpen && (
                  <Badge tone={late ? 'danger' : 'success'}>
                    {late
                      ? `Pasó el plazo de ${data.sla_hours} horas`
                      : `Dentro del plazo de ${data.sla_hours} horas`}
                  </Badge>
                )}
              </dd>
            </div>
          </Grid>
        )}
      </Card>
    </>
  );
}
