import { type ApiAnswer, createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { conversionFields } from '@pauta/domain/crm/merging/conversion.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { type BeginningOfForm, useBeginning } from '@pauta/ui/form/create/use-beginning.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Link, useNavigate, useSearchParams } from '@pauta/ui/router.ts';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import type { ReactElement } from 'react';

interface AffectedCount {
  readonly label: string;
  readonly count: number;
}

interface Conversion {
  readonly agency: { id: string; label: string; code: string; archived: boolean } | null;
  readonly moves: readonly AffectedCount[];
  readonly blocks: readonly AffectedCount[];
}

// A new agency gets the default commission; changing it is a command of its own, which requires a reason.
const { commission_pct: _usual, ...asked } = conversionFields;

const List = ({ rows }: { rows: readonly AffectedCount[] }): ReactElement => (
  <ul>
    {rows.map(({ label, count }) => (
      <li key={label}>
        {label}: {formatCount(count)}
      </li>
    ))}
  </ul>
);

/**
 * CRM › Clientes › Convertir en agencia: the data that is moved, the additional fields of an agency, and the command.
 */
export function ConvertClient(): ReactElement {
  const [parameters] = useSearchParams();
  const may = useMay(clients);
  const verdict = may.permission('clients.convert');
  const id = verdict.allowed ? (parameters.get('cliente') ?? '') : '';
  const client = useRecord(clients, id || null);
  const conversion = useApiQuery<{ data: Conversion }>(id ? `/clients/${id}/conversion` : null);
  const beginning = useBeginning(agencies, asked, { asking: id !== '' });
  const record = client.data?.data;
  const failed = client.error ?? conversion.error;
  const back = record
    ? { to: paths.record(clients, record.id), label: String(record.trade_name) }
    : { to: paths.list(clients), label: clients.label.many };

  const content = (): ReactElement => {
    if (!verdict.allowed) {
      return (
        <NoAccess
          actions={<LinkButton to={back.to}>Volver a clientes</LinkButton>}
          title="No puede convertir clientes"
        >
          {verdict.reason}
        </NoAccess>
      );
    }
    if (failed) {
      return (
        <FailureBanner
          error={failed}
          onRetry={() => {
            void client.mutate();
            void conversion.mutate();
          }}
        />
      );
    }
    if (!id) return <Banner tone="warning">Abra un cliente y elija «Convertir en agencia».</Banner>;
    if (!record || !conversion.data || !beginning) {
      return (
        <Card>
          <Skeleton lines={8} />
        </Card>
      );
    }
    return (
      <Conversion
        client={record}
        conversion={conversion.data.data}
        beginning={beginning}
        key={record.row_version}
      />
    );
  };
  return (
    <Page data-width="form">
      <PageHeader
        back={back}
        description="Para quien se registró como cliente y compra para otros. Puede deshacerse."
        title="Convertir en agencia"
      />
      {content()}
    </Page>
  );
}

function Conversion({
  client,
  conversion: { agency, moves, blocks },
  beginning,
}: {
  client: AnyRecord;
  conversion: Conversion;
  beginning: BeginningOfForm;
}): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const undo = useUndo();
  const name = String(client.trade_name);
  const fields: Fields = agency ? {} : asked;

  if (client.archived_at) return <Banner tone="warning">{name} está archivado. Restáurelo primero.</Banner>;
  if (blocks.length > 0) {
    return (
      <Card title={`${name} es un anunciante`}>
        <p>
          Tiene lo que solo tiene quien anuncia. Quíteselo primero, o registre la agencia aparte y consérvelo
          como cliente.
        </p>
        <List rows={blocks} />
      </Card>
    );
  }
  const convert = async (values: Values): Promise<void> => {
    const answer: ApiAnswer<{ data: AnyRecord }> = await api.send('POST', `/clients/${client.id}/convert`, {
      body: toBody(fields, await beginning.renewed(values)),
      ifMatch: client.row_version,
      idempotencyKey: createIdempotencyKey(),
    });
    invalidate('/clients', '/agencies', '/contacts', '/signatories', '/activities').catch(() => {});
    undo.offer(`${name} se convirtió en agencia`, answer.requestId ?? undefined);
    navigate(paths.record(agencies, answer.body.data.id), { replace: true });
  };
  return (
    <>
      <Card title="Qué pasa a la agencia">
        <p>
          Los datos de la empresa, sus comentarios y adjuntos
          {moves.length === 0 ? '. No tiene nada más.' : ', y además:'}
        </p>
        <List rows={moves} />
        <p>El cliente queda archivado, con un enlace a la agencia.</p>
      </Card>
      <Card title={agency ? 'La agencia ya existe' : 'Datos de la agencia'}>
        {agency && (
          <p>
            <Link to={paths.record(agencies, agency.id)}>{agency.label}</Link> ({agency.code}) tiene la misma
            identificación fiscal: todo pasa a ella
            {agency.archived ? ', que se restaura' : ''} y conserva sus propios datos.
          </p>
        )}
        <FieldsForm
          fields={fields}
          initial={beginning.values}
          label="Convertir en agencia"
          onCancel={() => void navigate(paths.record(clients, client.id))}
          onSubmit={convert}
          submitLabel="Convertir en agencia"
        />
      </Card>
    </>
  );
}
