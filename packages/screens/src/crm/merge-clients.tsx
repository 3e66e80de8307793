import { type ApiAnswer, createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/client.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf, type Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { checkRow } from '@pauta/ui/controls/check-style.ts';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { cells } from '@pauta/ui/faces/cells.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Link, useNavigate, useSearchParams } from '@pauta/ui/router.ts';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

type Side = 'a' | 'b';
type Pair = Readonly<Record<Side, AnyRecord>>;

interface Choice {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly string[];
}

const other = (side: Side): Side => (side === 'a' ? 'b' : 'a');

/** Data that means something only together is chosen together. */
const groups: readonly Choice[] = [
  { key: 'tax_id', label: 'Identificación fiscal', fields: ['country_id', 'tax_id_type', 'tax_id'] },
  { key: 'credit_limit', label: 'Moneda y límite de crédito', fields: ['currency_code', 'credit_limit'] },
  {
    key: 'tax_exempt',
    label: 'Exención de impuestos',
    fields: ['tax_exempt', 'tax_exempt_doc', 'tax_exempt_until'],
  },
  { key: 'latitude', label: 'Punto en el mapa', fields: ['latitude', 'longitude'] },
];

const writable = Object.entries(clients.fields)
  .filter(([, field]) => !field.options.readOnly)
  .map(([name]) => name);

const choicesOf = (labelOf: (name: string) => string): readonly Choice[] => {
  const grouped = new Set(groups.flatMap(({ fields }) => fields));
  return [
    ...writable
      .filter((name) => !grouped.has(name))
      .map((name) => ({ key: name, label: labelOf(name), fields: [name] })),
    ...groups,
  ];
};

const wireOf = (record: AnyRecord, name: string): string =>
  JSON.stringify(toWire(fieldOf(clients, name), record[name]));

const differs = ({ a, b }: Pair, { fields }: Choice): boolean =>
  fields.some((name) => wireOf(a, name) !== wireOf(b, name));

const isBlank = (record: AnyRecord, { fields }: Choice): boolean =>
  fields.every((name) => isEmpty(record[name]) || record[name] === false);

/** Whose documents bear its name stays; then who is a customer already; then who came first. */
export function survivorOf({ a, b }: Pair): Side {
  const rank = (record: AnyRecord): number =>
    (record.fiscal_locked_at ? 4 : 0) + (record.status === 'active' ? 2 : 0);
  if (rank(a) !== rank(b)) return rank(a) > rank(b) ? 'a' : 'b';
  return a.created_at <= b.created_at ? 'a' : 'b';
}

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  ${badgeStyle}
  & fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr 1fr; gap: var(--pauta-space-2); align-items: stretch; }
  & fieldset + fieldset { margin-block-start: var(--pauta-space-2); padding-block-start: var(--pauta-space-2); border-block-start: 1px solid var(--pauta-color-border); }
  & legend { float: inline-start; padding: var(--pauta-space-2) 0; font-weight: var(--pauta-weight-medium); }
  & label { ${checkRow} padding: var(--pauta-space-2); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-md); }
  & label:has(:checked) { border-color: var(--pauta-color-accent); background: var(--pauta-color-accent-soft); }
  & label > span { display: grid; gap: 2px; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); }
  & dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: var(--pauta-space-2); margin: var(--pauta-space-3) 0 0; }
  & dt { color: var(--pauta-color-text-muted); }
  & dd { margin: 0; overflow-wrap: anywhere; }
  & summary { min-block-size: var(--pauta-target-size); cursor: pointer; }
  & ul { margin: 0; padding-inline-start: var(--pauta-space-5); }
  & footer { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: var(--pauta-space-2); }
  @media (max-width: 40rem) {
    & fieldset { grid-template-columns: 1fr; }
    & dl { grid-template-columns: 1fr; }
  }
`;

function Value({ record, fields }: { record: AnyRecord; fields: readonly string[] }): ReactElement {
  return (
    <>
      {fields.map((name) => {
        const field = fieldOf(clients, name);
        const Cell = cells[field.kind.name];
        const cell = <Cell field={field} place="detail" record={record} value={record[name]} />;
        return <span key={name}>{isEmpty(record[name]) ? 'Sin dato' : cell}</span>;
      })}
    </>
  );
}

/** CRM › Clientes › Fusionar: two clients side by side, field by field, and what moves with it. */
export function MergeClients(): ReactElement {
  const may = useMay(clients);
  const [parameters, setParameters] = useSearchParams();
  const [a, b] = [parameters.get('a'), parameters.get('b')];
  const left = useRecord(clients, may.view.allowed ? a : null);
  const right = useRecord(clients, may.view.allowed && b !== a ? b : null);
  const verdict = may.permission('clients.merge');
  const back = { to: paths.list(clients), label: clients.label.many };
  const failed = left.error ?? right.error;
  const one = left.data?.data;
  const two = right.data?.data;

  const content = (): ReactElement => {
    if (!verdict.allowed) {
      return (
        <NoAccess
          actions={<LinkButton to={back.to}>Volver a clientes</LinkButton>}
          title="No puede fusionar clientes"
        >
          {verdict.reason}
        </NoAccess>
      );
    }
    if (failed && !(one && two)) {
      return (
        <FailureBanner
          error={failed}
          onRetry={() => {
            void left.mutate();
            void right.mutate();
          }}
        />
      );
    }
    if (!a || !b || a === b) {
      const names = (['a', 'b'] as const).filter((name) => !(name === 'a' && a));
      return (
        <Card title={one ? `¿Con cuál se fusiona ${String(one.trade_name)}?` : '¿Qué clientes se fusionan?'}>
          <FieldsForm
            fields={Object.fromEntries(
              names.map((name) => [
                name,
                reference(name === 'a' ? 'Cliente' : 'Otro cliente', () => clients, {
                  required: true,
                  width: 'full',
                }),
              ]),
            )}
            label="Clientes que se fusionan"
            onSubmit={(values: Values) => {
              const chosen = (name: Side): string => (values[name] as Reference | undefined)?.id ?? a ?? '';
              setParameters({ a: chosen('a'), b: chosen('b') }, { replace: true });
            }}
            submitLabel="Comparar"
          />
        </Card>
      );
    }
    if (!one || !two) {
      return (
        <Card>
          <Skeleton lines={9} />
        </Card>
      );
    }
    const archived = [one, two].find((record) => record.archived_at);
    if (archived) {
      return (
        <Banner tone="warning">
          <Link to={paths.record(clients, archived.id)}>{String(archived.trade_name)}</Link> está en el
          archivo y no se fusiona. Restáurelo primero o elija otro cliente.
        </Banner>
      );
    }
    return (
      <Comparison
        key={`${one.id}:${one.row_version}:${two.id}:${two.row_version}`}
        onStale={() => {
          void left.mutate();
          void right.mutate();
        }}
        pair={{ a: one, b: two }}
      />
    );
  };
  return (
    <Page>
      <PageHeader
        back={back}
        description="Queda uno solo, con todo lo que tenían los dos. Puede deshacerse."
        title="Fusionar clientes"
      />
      {content()}
    </Page>
  );
}

function Comparison({ pair, onStale }: { pair: Pair; onStale: () => void }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const labels = useLabels();
  const navigate = useNavigate();
  const undo = useUndo();
  const [stays, setStays] = useState<Side>(() => survivorOf(pair));
  const [picked, setPicked] = useState<Readonly<Record<string, Side>>>({});
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [kept, gone] = [pair[stays], pair[other(stays)]];
  const moves = useApiQuery<{ data: readonly { label: string; count: number }[] }>(
    `/clients/${gone.id}/merge`,
  );

  const all = choicesOf((name) => labels.label(fieldOf(clients, name)));
  const different = all.filter((choice) => differs(pair, choice));
  const same = all.filter((choice) => !differs(pair, choice) && !isBlank(pair.a, choice));
  const sideOf = (choice: Choice): Side =>
    picked[choice.key] ?? (isBlank(kept, choice) && !isBlank(gone, choice) ? other(stays) : stays);

  const merge = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    const take = different.filter((choice) => sideOf(choice) !== stays).flatMap(({ fields }) => fields);
    try {
      const answer: ApiAnswer<{ data: AnyRecord }> = await api.send('POST', `/clients/${gone.id}/merge`, {
        body: { into: kept.id, into_version: kept.row_version, take },
        ifMatch: gone.row_version,
        idempotencyKey: createIdempotencyKey(),
      });
      invalidate('/clients', '/client-duplicates', '/contacts', '/brands').catch(() => {});
      undo.offer(
        `${String(gone.trade_name)} se fusionó con ${String(answer.body.data.trade_name)}`,
        answer.requestId ?? undefined,
      );
      navigate(paths.record(clients, kept.id), { replace: true });
    } catch (error) {
      const told = describeFailure(error);
      setAsking(false);
      setFailure(told.message);
      if ((error as { status?: number }).status === 412) onStale();
    } finally {
      setPending(false);
    }
  };

  const option = (choice: Choice, side: Side): ReactElement => (
    <label>
      <input
        checked={sideOf(choice) === side}
        name={`merge-${choice.key}`}
        onChange={() => setPicked({ ...picked, [choice.key]: side })}
        type="radio"
      />
      <span>
        <small>{String(pair[side].trade_name)}</small>
        <Value fields={choice.fields} record={pair[side]} />
      </span>
    </label>
  );
  return (
    <Root>
      {failure && (
        <Banner live tone="danger">
          {failure}
        </Banner>
      )}
      <Card title="Cuál queda">
        <fieldset>
          <legend>Cliente que queda</legend>
          {(['a', 'b'] as const).map((side) => (
            <label key={side}>
              <input
                checked={stays === side}
                name="merge-stays"
                onChange={() => {
                  setStays(side);
                  setPicked({});
                }}
                type="radio"
              />
              <span>
                <strong>{String(pair[side].trade_name)}</strong>
                <small>
                  {String(pair[side].client_code)} · creado el{' '}
                  {new Date(pair[side].created_at).toLocaleDateString('es-DO')}
                  {pair[side].fiscal_locked_at ? ' · con documentos fiscales' : ''}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      </Card>
      <Card title={different.length === 0 ? 'No difieren en nada' : 'En qué difieren'}>
        {different.map((choice) => (
          <fieldset key={choice.key}>
            <legend>{choice.label}</legend>
            {option(choice, 'a')}
            {option(choice, 'b')}
          </fieldset>
        ))}
        {same.length > 0 && (
          <details>
            <summary>En qué coinciden ({same.length})</summary>
            <dl>
              {same.map((choice) => (
                <div key={choice.key} style={{ display: 'contents' }}>
                  <dt>{choice.label}</dt>
                  <dd>
                    <Value fields={choice.fields} record={pair.a} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </Card>
      <Card title={`Qué pasa de ${String(gone.trade_name)} a ${String(kept.trade_name)}`}>
        {moves.error ? (
          <FailureBanner error={moves.error} onRetry={() => void moves.mutate()} />
        ) : !moves.data ? (
          <Skeleton lines={2} />
        ) : moves.data.data.length === 0 ? (
          <p>No tiene nada asociado: solo pasa al archivo.</p>
        ) : (
          <ul>
            {moves.data.data.map(({ label, count }) => (
              <li key={label}>
                {label}: {formatCount(count)}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <footer>
        <LinkButton to={paths.record(clients, pair.a.id)}>Cancelar</LinkButton>
        <Button onClick={() => setAsking(true)} tone="primary">
          Fusionar
        </Button>
      </footer>
      <ConfirmDialog
        confirm="Fusionar"
        loading={pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void merge()}
        open={asking}
        title={`¿Fusionar con ${String(kept.trade_name)}?`}
      >
        {String(gone.trade_name)} ({String(gone.client_code)}) pasará al archivo y todo lo suyo será de{' '}
        {String(kept.trade_name)}. Su código seguirá encontrándolo, y puede deshacerlo después.
      </ConfirmDialog>
    </Root>
  );
}
