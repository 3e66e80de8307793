import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import { type Field, type Fields, withOptions } from '@pauta/domain/kinds/kind.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import { longText } from '@pauta/domain/kinds/text.ts';
import { type CurrencyAmount, formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { sumAmounts } from '@pauta/domain/money/sum-amounts.ts';
import type { AnyRecord, Rule, Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { FieldsForm, type FormHandle } from '@pauta/ui/form/fields-form.tsx';
import { useNavigate, useParams } from '@pauta/ui/router.ts';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** Records of a user, as `GET /users/{id}/portfolio` returns them. */
interface Part {
  readonly resource: string;
  readonly field: string;
  readonly label: string;
  readonly count: number;
  readonly amounts: readonly CurrencyAmount[];
  /** What open records are worth: expected amounts of opportunities. */
  readonly worth: readonly CurrencyAmount[];
  readonly optional: boolean;
}

interface Plan {
  readonly reason: string;
  readonly parts: readonly { readonly part: Part; readonly to: Reference | null }[];
}

/** Form field names must not contain a dot, which forms interpret as a path. */
const keyOf = ({ resource, field }: Pick<Part, 'resource' | 'field'>): string => `${resource}__${field}`;

const person = (label: string, options: { hint?: string; required?: boolean }): Field =>
  reference(label, () => users, { width: 'full', ...options }) as Field;

const everything = 'everything_to';

const fieldsOf = (parts: readonly Part[]): Fields => ({
  ...(parts.length > 1 && {
    [everything]: person('Pasar todo a', { hint: 'Abajo puede elegir a otra persona para una parte.' }),
  }),
  ...Object.fromEntries(
    parts.map((part) => [
      keyOf(part),
      person(`${part.label} (${part.count})`, {
        required: !part.optional && parts.length === 1,
        ...(part.optional && { hint: 'Sin elegir a nadie quedan sin asignar.' }),
      }),
    ]),
  ),
  reason: withOptions(longText('Motivo', { max: 500, min: 5, required: true }) as Field, {
    hint: 'Queda en la auditoría.',
  }),
});

/** A part that requires an owner needs a new one other than the leaving user. */
const ruleOf =
  (parts: readonly Part[], leaver: string): Rule =>
  (values) => {
    const errors: Record<string, string[]> = {};
    const to = (key: string) => (values[key] as Reference | null | undefined)?.id;
    for (const part of parts) {
      if (!part.optional && !to(keyOf(part)) && !to(everything))
        errors[keyOf(part)] = ['Elija a quién pasarlos.'];
    }
    for (const key of [everything, ...parts.map(keyOf)])
      if (to(key) === leaver) errors[key] = ['Elija a otra persona.'];
    return Object.keys(errors).length > 0 ? errors : null;
  };

const planOf = (parts: readonly Part[], values: Values): Plan => ({
  reason: String(values.reason),
  parts: parts.map((part) => ({
    part,
    to: ((values[keyOf(part)] ?? values[everything]) as Reference | null | undefined) ?? null,
  })),
});

const Review = styled.dl`
  display: grid;
  gap: var(--pauta-space-3);
  margin: var(--pauta-space-4) 0 0;
  & > div { padding: var(--pauta-space-3); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-md); overflow-wrap: anywhere; }
  & dt { display: flex; flex-wrap: wrap; justify-content: space-between; gap: var(--pauta-space-1) var(--pauta-space-3); font-weight: var(--pauta-weight-medium); }
  & dd { margin: var(--pauta-space-1) 0 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & dd[data-money] { color: var(--pauta-color-text); font-variant-numeric: tabular-nums; }
`;

const records = (count: number): string => (count === 1 ? '1 registro' : `${formatCount(count)} registros`);

/** The records each user gets, with the credit of the accounts. */
function PlanReview({ parts }: Pick<Plan, 'parts'>): ReactElement {
  return (
    <Review>
      {[...Map.groupBy(parts, ({ to }) => to?.id)].map(([id, group]) => {
        const amounts = sumAmounts(group.flatMap(({ part }) => part.amounts));
        return (
          <div key={id ?? 'nobody'}>
            <dt>
              <span>{group[0]?.to?.label ?? 'Sin asignar'}</span>
              <span>{records(group.reduce((sum, { part }) => sum + part.count, 0))}</span>
            </dt>
            {group.map(({ part }) => (
              <dd key={keyOf(part)}>
                {[`${part.label}: ${formatCount(part.count)}`, ...part.worth.map(formatAmount)].join(' · ')}
              </dd>
            ))}
            {amounts.length > 0 && (
              <dd data-money>Límite de crédito: {amounts.map(formatAmount).join(' · ')}</dd>
            )}
          </div>
        );
      })}
    </Review>
  );
}

function Wizard({ user, parts }: { user: AnyRecord; parts: readonly Part[] }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const key = useRef(createIdempotencyKey());
  const form = useRef<FormHandle>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const name = String(user.full_name);
  const run = async ({ reason, parts: planned }: Plan): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      const { transferred } = await api.post<{ transferred: number }>(
        `/users/${user.id}/deactivate`,
        {
          reason,
          transfers: planned.map(({ part, to }) => ({
            resource: part.resource,
            field: part.field,
            to_user_id: to?.id ?? null,
          })),
        },
        { ifMatch: user.row_version, idempotencyKey: key.current },
      );
      notify(
        transferred === 0
          ? `Cuenta de ${name} desactivada`
          : `Cuenta de ${name} desactivada; ${transferred === 1 ? 'pasó' : 'pasaron'} ${records(transferred)} a otras manos`,
      );
      navigate(paths.record(users, user.id), { replace: true });
      void invalidate('/users', '/clients');
    } catch (error) {
      key.current = createIdempotencyKey();
      setPlan(null);
      setFailure(error);
      if (error instanceof ApiError) {
        for (const [part, messages] of Object.entries(error.errors))
          form.current?.form.setError(part.replace('.', '__'), { message: messages.join(' ') });
      }
      // Records may have been assigned to the user meanwhile.
      await invalidate(`/users/${user.id}`);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      {failure !== null && (
        <Banner live tone="danger">
          {describeFailure(failure).message}
        </Banner>
      )}
      <FieldsForm
        above={
          <p>
            {parts.length === 0
              ? `${name} no tiene cuentas ni trabajo abierto a su nombre. Se cerrarán sus sesiones y no podrá entrar más; sus datos se conservan.`
              : `Elija quién sigue con las cuentas de ${name} y con su trabajo abierto. Lo terminado queda a su nombre. Todo pasa en un solo paso, o nada.`}
          </p>
        }
        bar="sticky"
        fields={fieldsOf(parts)}
        handle={form}
        label={`Desactivar a ${name}`}
        onCancel={() => navigate(paths.record(users, user.id))}
        onSubmit={(values) => setPlan(planOf(parts, values))}
        rules={[ruleOf(parts, user.id)]}
        submitLabel="Revisar"
        submitTone="danger"
      />
      <ConfirmDialog
        confirm="Desactivar"
        loading={pending}
        onCancel={() => setPlan(null)}
        onConfirm={() => plan && void run(plan)}
        open={plan !== null}
        title={`¿Desactivar a ${name}?`}
        tone="danger"
      >
        Se cierran sus sesiones, terminan sus delegaciones y no podrá entrar más.
        {plan && plan.parts.length > 0 && <PlanReview parts={plan.parts} />}
      </ConfirmDialog>
    </>
  );
}

/** `gestion/usuarios/:id/desactivar`: deactivates a user after handing over all of their records. */
export function DeactivateUser(): ReactElement {
  const { id = '' } = useParams();
  const may = useMay(users).permission('users.update_all');
  const record = useRecord(users, may.allowed ? id : null);
  const portfolio = useApiQuery<{ data: readonly Part[] }>(may.allowed ? `/users/${id}/portfolio` : null);
  const user = record.data?.data;
  const parts = portfolio.data?.data;
  const failure = record.error ?? portfolio.error;
  const closed = user && ['inactive', 'invited'].includes(String(user.status));
  return (
    <Page data-width="form">
      <PageHeader
        back={{ to: paths.record(users, id), label: user ? String(user.full_name) : 'Usuario' }}
        title={`Desactivar${user ? ` a ${String(user.full_name)}` : ''}`}
      />
      {!may.allowed || closed ? (
        <NoAccess title="No se puede desactivar">
          {may.allowed
            ? user?.status === 'inactive'
              ? 'Este usuario ya está inactivo.'
              : 'Todavía no aceptó su invitación: cancélela en su ficha.'
            : may.reason}
        </NoAccess>
      ) : failure && !(user && parts) ? (
        <FailureBanner
          error={failure}
          onRetry={() => void Promise.all([record.mutate(), portfolio.mutate()])}
        />
      ) : user && parts ? (
        <Card>
          <Wizard key={parts.map(keyOf).join()} parts={parts} user={user} />
        </Card>
      ) : (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
    </Page>
  );
}
