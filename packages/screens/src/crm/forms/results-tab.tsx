import { useApiQuery, usePermission } from '@pauta/core/react';
import { formSteps, ownPagesName } from '@pauta/domain/crm/forms/public-form.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { FunnelTable, formatShare, share } from '../funnel-table.tsx';

/** Number of visitors per step. */
export interface FormCounts {
  readonly views: number;
  readonly starts: number;
  readonly submits: number;
  readonly clients: number;
}

/** The results of one campaign. */
export interface CampaignResult {
  readonly campaign: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly network: string | null;
  readonly submits: number;
  readonly clients: number;
}

/** Response of `GET /public-forms/{id}/results`. */
export interface FormResults {
  readonly data: {
    readonly from: string;
    readonly to: string;
    readonly totals: FormCounts;
    /** Sorted by number, descending; in the row without attribution all fields are null. */
    readonly campaigns: readonly CampaignResult[];
    readonly origins: readonly (FormCounts & { readonly origin: string })[];
    readonly days: readonly (FormCounts & { readonly day: string })[];
  };
}

const periods = {
  '7': 'Últimos 7 días',
  '30': 'Últimos 30 días',
  '90': 'Últimos 90 días',
  '365': 'Último año',
};

const names = Object.keys(formSteps) as (keyof FormCounts)[];

const campaignFields = {
  campaign: 'utm_campaign',
  source: 'utm_source',
  medium: 'utm_medium',
  network: 'ad_network',
} as const;
const campaignKeys = Object.keys(campaignFields) as (keyof typeof campaignFields)[];

/** The value as the registration displays it. */
const campaignText = (key: keyof typeof campaignFields, value: string | null): string => {
  const { kind, options } = clientRegistrations.fields[campaignFields[key]];
  return value === null ? '–' : kind.format(value as never, options as never);
};

/** Link to the registrations of a row. */
const registrationsOf = (form: AnyRecord, row: CampaignResult): string => {
  const query = new URLSearchParams({ 'f.public_form_id': String(form.id), 'f.status': '!spam' });
  for (const key of campaignKeys) {
    const value = row[key];
    const field = clientRegistrations.fields[campaignFields[key]];
    const own = field.kind.name === 'text' ? `=${value}` : value;
    query.set(`f.${campaignFields[key]}`, value === null ? '-' : String(own));
  }
  return `${paths.list(clientRegistrations)}?${query}`;
};

const Period = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--pauta-space-3);
  & > :first-child { flex: 0 1 16rem; }
`;
const Note = styled.p`margin: var(--pauta-space-3) 0 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm);`;
const Scroll = styled.div`
  overflow: auto;
  max-block-size: 26rem;
  & table { inline-size: 100%; border-collapse: collapse; }
  & :is(th, td) { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: end; font-weight: 400; font-variant-numeric: tabular-nums; white-space: nowrap; }
  & :is(th, td)[data-text] { text-align: start; }
  & :is(th, td):first-child { min-inline-size: 9rem; text-align: start; overflow-wrap: anywhere; white-space: normal; }
  & thead th { position: sticky; inset-block-start: 0; background: var(--pauta-color-surface); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
`;

function Counts({
  title,
  first,
  rows,
}: {
  title: string;
  first: string;
  rows: readonly (FormCounts & { readonly label: string })[];
}): ReactElement {
  return (
    <Card title={title}>
      <Scroll aria-label={title} role="group" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {formSteps[name]}
                </th>
              ))}
              <th scope="col">Conversión</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {names.map((name) => (
                  <td key={name}>{formatCount(row[name])}</td>
                ))}
                <td>{row.views > 0 ? formatShare(share(row.submits, row.views)) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}

function Campaigns({
  form,
  days,
  rows,
}: {
  form: AnyRecord;
  days: string;
  rows: readonly CampaignResult[];
}): ReactElement {
  const maySee = usePermission('client_registrations.view_all');
  return (
    <Card
      actions={
        <DownloadButton
          name="Campañas.csv"
          path={`/public-forms/${form.id}/results/file?days=${days}&by=campaign`}
        >
          Exportar campañas
        </DownloadButton>
      }
      title="Por campaña"
    >
      <Scroll aria-label="Por campaña" role="group" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {campaignKeys.map((key) => (
                <th data-text key={key} scope="col">
                  {clientRegistrations.fields[campaignFields[key]].label}
                </th>
              ))}
              <th scope="col">{formSteps.submits}</th>
              <th scope="col">{formSteps.clients}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={campaignKeys.map((key) => row[key]).join(' ')}>
                {campaignKeys.map((key, index) =>
                  index === 0 ? (
                    <th key={key} scope="row">
                      {row.campaign === null ? 'Sin campaña' : row.campaign}
                    </th>
                  ) : (
                    <td data-text key={key}>
                      {campaignText(key, row[key])}
                    </td>
                  ),
                )}
                <td>
                  {maySee ? (
                    <Link to={registrationsOf(form, row)}>{formatCount(row.submits)}</Link>
                  ) : (
                    formatCount(row.submits)
                  )}
                </td>
                <td>{formatCount(row.clients)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}

/** Visitors who viewed, started and sent the form, and those who became clients, by site and by day. */
export function FormResultsTab({ form }: { form: AnyRecord }): ReactElement {
  const [days, setDays] = useState('30');
  const answer = useApiQuery<FormResults>(`/public-forms/${form.id}/results`, {
    query: { days },
    keepPreviousData: true,
  });
  const results = answer.data?.data;
  // The chart starts with the first visitor; earlier days are left out.
  const first = results?.days.findLastIndex((day) => names.some((name) => day[name] > 0)) ?? -1;
  const busy = results?.days.slice(0, first + 1) ?? [];
  return (
    <>
      <Period>
        <Select
          clearable={false}
          label="Periodo"
          onChange={setDays}
          options={Object.entries(periods).map(([value, label]) => ({ value, label }))}
          value={days}
        />
        {busy.length > 0 && (
          <DownloadButton name="Resultados.csv" path={`/public-forms/${form.id}/results/file?days=${days}`}>
            Exportar
          </DownloadButton>
        )}
      </Period>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {!results && !answer.error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {results && busy.length === 0 && (
        <Card>
          <EmptyState title="Nadie vio el formulario en este periodo">
            Elija un periodo más largo. Si aún no está en ningún sitio, su código para pegarlo está en la
            pestaña Código.
          </EmptyState>
        </Card>
      )}
      {results && busy.length > 0 && (
        <>
          <Card title="De la visita al cliente">
            <FunnelTable
              caption={`Del ${formatCivilDate(results.from)} al ${formatCivilDate(results.to)}`}
              stages={names.map((name) => ({
                name,
                label: formSteps[name],
                count: results.totals[name],
                won: name === 'clients',
              }))}
              unit="Visitas"
            />
            <Note>
              Se cuenta en el servidor, sin cookies y sin datos de quien visita. Quien vuelve a abrir la
              página en menos de cinco minutos cuenta una vez; lo marcado como spam no cuenta. En páginas sin
              https no se sabe quién empezó.
            </Note>
          </Card>
          <Counts
            first="Sitio"
            rows={results.origins.map((one) => ({
              ...one,
              label: one.origin.replace(/^https:\/\//, '') || ownPagesName,
            }))}
            title="Por sitio"
          />
          {results.campaigns.length > 0 && <Campaigns days={days} form={form} rows={results.campaigns} />}
          <Counts
            first="Día"
            rows={busy.map((one) => ({ ...one, label: formatCivilDate(one.day) }))}
            title="Por día"
          />
        </>
      )}
    </>
  );
}
