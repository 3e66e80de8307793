import { ApiError } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import { visitorFields } from '@pauta/domain/crm/registrations/client-registration.ts';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { longText } from '@pauta/domain/kinds/text.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Section, Values } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { DocumentList, type RegistrationDocumentSet } from './document-list.tsx';

interface Summary extends RegistrationDocumentSet {
  readonly folio: string;
  readonly message: string;
  readonly expires_at: string;
  readonly email: string;
  readonly values: Values;
}

const fields: Fields = {
  ...visitorFields,
  message: longText('Mensaje para quien revisa', { max: 2000, width: 'full' }),
};

const sections: readonly Section[] = [
  {
    label: 'Empresa',
    fields: [
      'legal_name',
      'trade_name',
      'person_kind',
      'tax_id_type',
      'tax_id',
      'website',
      'locality',
      'address',
    ],
  },
  { label: 'Contacto', fields: ['contact_first_name', 'contact_last_name', 'contact_job', 'contact_phone'] },
  {
    label: 'Representante legal',
    fields: ['representative_name', 'representative_national_id_type', 'representative_national_id'],
  },
  { label: 'Su respuesta', fields: ['message'] },
];

const path = '/public/registration-links';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; }
  & blockquote { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
`;

/**
 * The visitor's page for answering a request for information: the missing items, the documents, the data. The token is
 * sent to the server in a body or a header, never in an address.
 */
export function RegistrationResume({ token }: { token: string }): ReactElement {
  const api = useApi();
  const [summary, setSummary] = useState<Summary | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [sent, setSent] = useState(false);
  const open = useCallback(() => {
    setFailure(null);
    api.post<{ data: Summary }>(`${path}/open`, { token }).then(({ data }) => setSummary(data), setFailure);
  }, [api, token]);
  useEffect(open, [open]);

  const took = ({ data }: { data: RegistrationDocumentSet }): void =>
    setSummary((before) => before && { ...before, ...data });
  const send = async (values: Values): Promise<void> => {
    const { message, ...corrected } = toBody(fields, values);
    await api.post(`${path}/send`, { token, values: corrected, message: message ?? null });
    setSent(true);
  };

  // Other sites linked from here must not get this address as referrer.
  const unreferred = <meta content="no-referrer" name="referrer" />;
  if (sent && summary) {
    return (
      <Banner live tone="success">
        <p>
          Recibimos lo que envió para el registro <strong>{summary.folio}</strong>. Le escribiremos a{' '}
          {summary.email}.
        </p>
      </Banner>
    );
  }
  if (failure instanceof ApiError && failure.status === 422) {
    return (
      <Banner live tone="warning">
        {failure.message}
      </Banner>
    );
  }
  if (failure !== null) return <FailureBanner error={failure} onRetry={open} />;
  if (!summary) return <Skeleton lines={9} />;
  return (
    <Root>
      {unreferred}
      <p>
        Registro <strong>{summary.folio}</strong> · <strong>{String(summary.values.legal_name)}</strong>
      </p>
      <p>El enlace vale hasta: {dateTimeKind.format(summary.expires_at, {})}</p>
      <Card title="Qué necesitamos">
        <blockquote>{summary.message}</blockquote>
      </Card>
      <Card title="Documentos">
        <DocumentList
          documents={summary.documents}
          onAdd={async (kind, file) => {
            const body = new FormData();
            body.append('file', file);
            took(
              await api.request('POST', `${path}/documents?kind=${kind}`, {
                body,
                headers: { 'X-Registration-Token': token },
                timeout: 300_000,
              }),
            );
          }}
          onRemove={async ({ id }) => took(await api.post(`${path}/documents/${id}/remove`, { token }))}
          removable={(document) => document.removable}
          rules={summary.rules}
        />
      </Card>
      <FieldsForm
        current={summary.values}
        fields={fields}
        initial={summary.values}
        label="Completar el registro"
        onSubmit={send}
        sections={sections}
        submitLabel="Enviar para revisión"
      />
    </Root>
  );
}
