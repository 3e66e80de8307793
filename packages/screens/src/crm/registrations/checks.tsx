import { useApiQuery } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { RegistrationDocumentRule } from '@pauta/domain/crm/registrations/documents.ts';
import { type SpamSign, spamSigns } from '@pauta/domain/crm/registrations/spam.ts';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { Link } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { type DuplicateCandidate, DuplicateList, hiddenDuplicates } from '../merging/duplicate-list.tsx';

const CommandDialog = lazy(async () => ({
  default: (await import('@pauta/ui/command/command-dialog.tsx')).CommandDialog,
}));

interface Checks {
  readonly tax_id: { readonly status: 'valid' | 'warning' | 'invalid'; readonly message: string };
  readonly duplicates: readonly DuplicateCandidate[];
  readonly hidden_duplicates: number;
  readonly age_hours: number;
  readonly sla_hours: number;
  readonly same_reviewer_blocked: boolean;
  readonly documents: readonly RegistrationDocumentRule[];
}

const taxIdTones = { valid: 'success', warning: 'warning', invalid: 'danger' } as const;
const taxIdWords = { valid: 'Válida', warning: 'Con aviso', invalid: 'No válida' };
const slaTones: Readonly<Record<string, 'success' | 'warning' | 'danger' | 'neutral'>> = {
  on_time: 'success',
  late: 'danger',
  paused: 'neutral',
  met: 'success',
  missed: 'warning',
};
const open = ['received', 'in_review', 'info_requested'];

/** @example inWords(30) // '1 día y 6 horas' */
export function formatHours(hours: number): string {
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

/** Text with the line breaks of its author. */
const Said = styled.span`white-space: pre-line; overflow-wrap: anywhere;`;

/** Checks for the reviewer: tax id, probable duplicates, waiting time. */
export function RegistrationChecks({ record }: { record: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<Checks>(`/client-registrations/${record.id}/checks`);
  const isOpen = open.includes(String(record.status));
  const client = record.resulting_client_id as { id: string; label: string } | null;
  const sla = String(record.sla);
  const missing = data?.documents.filter((one) => one.missing) ?? [];
  const signs = record.spam_signs as readonly SpamSign[];
  const join = useMay(clientRegistrations).permission('client_registrations.approve').allowed;
  const [joining, setJoining] = useState<Reference | null>(null);
  const { mark_duplicate: joinTo } = clientRegistrations.commands;
  return (
    <>
      {client && (
        <Banner tone="success">
          {record.status === 'duplicate' ? 'Quedó unido al cliente ' : 'De este registro nació el cliente '}
          <Link to={`/crm/clientes/${client.id}`}>{client.label}</Link>.
        </Banner>
      )}
      {record.decision_reason !== null && (
        <Banner tone="neutral">
          {(record.status === 'info_requested' || record.visitor_reply !== null) && (
            <strong>Se pidió: </strong>
          )}
          <Said>{String(record.decision_reason)}</Said>
        </Banner>
      )}
      {record.visitor_reply !== null && (
        <Banner tone="info">
          <strong>El solicitante respondió: </strong>
          <Said>{String(record.visitor_reply)}</Said>
        </Banner>
      )}
      {isOpen && signs.length > 0 && (
        <Banner tone="warning">
          <p>Puede ser spam:</p>
          <ul>
            {signs.map((sign) => (
              <li key={sign}>{spamSigns[sign]}.</li>
            ))}
          </ul>
        </Banner>
      )}
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
                <DuplicateList
                  candidates={data.duplicates}
                  {...(join &&
                    record.status === 'in_review' && {
                      action: (one) => (
                        <Button
                          aria-label={`Unir a ${one.label}`}
                          onClick={() => setJoining(one)}
                          size="small"
                        >
                          Unir
                        </Button>
                      ),
                    })}
                />
                {data.hidden_duplicates > 0 && (
                  <span>{hiddenDuplicates(clients.label, data.hidden_duplicates)}</span>
                )}
              </dd>
            </div>
            <div>
              <dt>Documentos</dt>
              <dd>
                <Badge tone={missing.length === 0 ? 'success' : 'warning'}>
                  {missing.length === 0 ? 'Completos' : 'Incompletos'}
                </Badge>
                {missing.length > 0 && <span>Falta: {missing.map((one) => one.label).join(', ')}.</span>}
                <Link to="?tab=documentos">Ver los documentos</Link>
              </dd>
            </div>
            <div>
              <dt>{isOpen ? 'En espera desde hace' : 'Se decidió en'}</dt>
              <dd>
                <span>{formatHours(data.age_hours)}</span>
                <Badge tone={slaTones[sla]}>
                  {sla === 'paused'
                    ? 'El plazo se detuvo: espera al solicitante'
                    : sla === 'late'
                      ? `Venció el ${dateTimeKind.format(String(record.due_at), {})}`
                      : sla === 'on_time'
                        ? `Vence el ${dateTimeKind.format(String(record.due_at), {})}`
                        : sla === 'met'
                          ? 'Dentro del plazo'
                          : 'Fuera de plazo'}
                </Badge>
              </dd>
            </div>
          </Grid>
        )}
      </Card>
      {joining && joinTo && (
        <Suspense>
          <CommandDialog
            fields={joinTo.fields}
            initial={{ client_id: joining }}
            name="mark_duplicate"
            onClose={() => setJoining(null)}
            onDone={() => setJoining(null)}
            record={record}
            resource={clientRegistrations}
            title={String(record.folio)}
            command={joinTo}
          />
        </Suspense>
      )}
    </>
  );
}
