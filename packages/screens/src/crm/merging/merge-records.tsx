import { type ApiAnswer, createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { type Merging, mergings, unitedList } from '@pauta/domain/crm/merging/merging.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf, type Resource, type Values } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
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
import { cells } from '@pauta/ui/field-components/cells.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Link, useNavigate, useSearchParams } from '@pauta/ui/router.ts';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

type Side = 'a' | 'b';
type Pair = Readonly<Record<Side, AnyRecord>>;

/** Which record's value is kept; for lists also the union of both. */
type Pick = Side | 'both';

interface Choice {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly string[];
  readonly unites: boolean;
  readonly asks: boolean;
}

const other = (side: Side): Side => (side === 'a' ? 'b' : 'a');

const choicesOf = (
  { resource, groups, united }: Merging,
  labelOf: (name: string) => string,
): readonly Choice[] => {
  const grouped = new Set(groups.flatMap(({ fields }) => fields));
  const single = Object.entries(resource.fields)
    .filter(([name, field]) => !field.options.readOnly && !grouped.has(name))
    .map(([name]) => ({ label: labelOf(name), fields: [name] }));
  return [...groups, ...single].map((group) => {
    const key = group.fields[0] ?? '';
    const asks = 'asks' in group && group.asks === true;
    return { key, label: group.label, fields: group.fields, unites: key in united, asks };
  });
};

const wireOf = ({ resource }: Merging, record: AnyRecord, name: string): string =>
  JSON.stringify(toWire(fieldOf(resource, name), record[name]));

const differs = (merging: Merging, { a, b }: Pair, { fields }: Choice): boolean =>
  fields.some((name) => wireOf(merging, a, name) !== wireOf(merging, b, name));

const isBlank = (record: AnyRecord, { fields }: Choice): boolean =>
  fields.every((name) => isEmpty(record[name]) || record[name] === false);

/**
 * The record to keep by default: the one with fiscal documents, otherwise the one that is already a customer, otherwise
 * the older one.
 */
export function recordToKeep({ a, b }: Pair): Side {
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
  & [data-both] { grid-column: 2 / -1; }
  & summary { min-block-size: var(--pauta-target-size); cursor: pointer; }
  & ul { margin: 0; padding-inline-start: var(--pauta-space-5); }
  & footer { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: var(--pauta-space-2); }
  @media (max-width: 40rem) {
    & fieldset { grid-template-columns: 1fr; }
    & [data-both] { grid-column: auto; }
    & dl { grid-template-columns: 1fr; }
  }
`;

/** Paths of lists whose content may change by a merge. */
const refreshed = [
  '/clients',
  '/agencies',
  '/contacts',
  '/brands',
  '/activities',
  '/client-duplicates',
] as const;

/** Distinguishes two records with the same name: the code, or the company of a contact. */
const placeOf = ({ code }: Merging, record: AnyRecord): string =>
  code ? String(record[code]) : (((record.client_id ?? record.agency_id) as Reference | null)?.label ?? '');

function Value({
  resource,
  record,
  fields,
}: {
  resource: Resource;
  record: AnyRecord;
  fields: readonly string[];
}): ReactElement {
  const isBlankGroup = fields.every((name) => isEmpty(record[name]));
  const shown = isBlankGroup ? fields.slice(0, 1) : fields;
  return (
    <>
      {shown.map((name) => {
        const field = fieldOf(resource, name);
        const Cell = cells[field.kind.name];
        if (isEmpty(record[name]))
          return fields.length > 1 && !isBlankGroup ? null : <span key={name}>Sin dato</span>;
        const place = field.kind.name === 'json' ? 'list' : 'detail';
        return (
          <span key={name}>
            {fields.length > 1 && <small>{field.label}: </small>}
            <Cell field={field} place={place} record={record} value={record[name]} />
          </span>
        );
      })}
    </>
  );
}

/** Two records of a resource side by side, field by field, and the related records that are moved to the kept one. */
function MergeRecords({ merging }: { merging: Merging }): ReactElement {
  const { resource } = merging;
  const { label } = resource;
  const many = label.many.toLocaleLowerCase('es');
  const titleOf = (record: AnyRecord): string => String(record[resource.title]);
  const may = useMay(resource);
  const [parameters, setParameters] = useSearchParams();
  const [a, b] = [parameters.get('a'), parameters.get('b')];
  const left = useRecord(resource, may.view.allowed ? a : null);
  const right = useRecord(resource, may.view.allowed && b !== a ? b : null);
  const verdict = may.permission(merging.permission);
  const back = { to: paths.list(resource), label: label.many };
  const failed = left.error ?? right.error;
  const one = left.data?.data;
  const two = right.data?.data;

  const content = (): ReactElement => {
    if (!verdict.allowed) {
      return (
        <NoAccess
          actions={<LinkButton to={back.to}>Volver a {many}</LinkButton>}
          title={`No puede fusionar ${many}`}
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
        <Card title={one ? `¿Con cuál se fusiona ${titleOf(one)}?` : `¿Qué ${many} se fusionan?`}>
          <FieldsForm
            fields={Object.fromEntries(
              names.map((name) => [
                name,
                reference(
                  name === 'a' ? label.one : `${agree(label, 'Otro')} ${label.one.toLocaleLowerCase('es')}`,
                  () => resource,
                  {
                    required: true,
                    width: 'full',
                  },
                ),
              ]),
            )}
            label={`${label.many} que se fusionan`}
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
          <Link to={paths.record(resource, archived.id)}>{titleOf(archived)}</Link> está{' '}
          {agree(label, 'archivado')} y no se fusiona. Restáure{label.gender === 'f' ? 'la' : 'lo'} primero o
          elija {agree(label, 'otro')}.
        </Banner>
      );
    }
    return (
      <Comparison
        key={`${one.id}:${one.row_version}:${two.id}:${two.row_version}`}
        merging={merging}
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
        description={
          label.gender === 'f'
            ? 'Queda una sola, con todo lo que tenían las dos. Puede deshacerse.'
            : 'Queda uno solo, con todo lo que tenían los dos. Puede deshacerse.'
        }
        title={`Fusionar ${many}`}
      />
      {content()}
    </Page>
  );
}

function Comparison({
  merging,
  pair,
  onStale,
}: {
  merging: Merging;
  pair: Pair;
  onStale: () => void;
}): ReactElement {
  const { resource, code } = merging;
  const titleOf = (record: AnyRecord): string => String(record[resource.title]);
  const api = useApi();
  const invalidate = useInvalidate();
  const labels = useLabels();
  const navigate = useNavigate();
  const undo = useUndo();
  const [stays, setStays] = useState<Side>(() => recordToKeep(pair));
  const [picked, setPicked] = useState<Readonly<Record<string, Pick>>>({});
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [kept, gone] = [pair[stays], pair[other(stays)]];
  const moves = useApiQuery<{ data: readonly { label: string; count: number }[] }>(
    `/${resource.path}/${gone.id}/merge`,
  );

  const all = choicesOf(merging, (name) => labels.label(fieldOf(resource, name)));
  const different = all.filter((choice) => differs(merging, pair, choice));
  const same = all.filter((choice) => !differs(merging, pair, choice) && !isBlank(pair.a, choice));
  const sideOf = (choice: Choice): Pick => {
    const blank = [isBlank(kept, choice), isBlank(gone, choice)];
    const usual = choice.asks || blank[1] ? stays : blank[0] ? other(stays) : choice.unites ? 'both' : stays;
    return picked[choice.key] ?? usual;
  };

  const merge = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    const chosen = (side: Pick): string[] =>
      different.filter((choice) => sideOf(choice) === side).flatMap(({ fields }) => fields);
    try {
      const answer: ApiAnswer<{ data: AnyRecord }> = await api.send(
        'POST',
        `/${resource.path}/${gone.id}/merge`,
        {
          body: {
            into: kept.id,
            into_version: kept.row_version,
            take: chosen(other(stays)),
            unite: chosen('both'),
          },
          ifMatch: gone.row_version,
          idempotencyKey: createIdempotencyKey(),
        },
      );
      invalidate(...refreshed).catch(() => {});
      undo.offer(
        `${titleOf(gone)} se fusionó con ${titleOf(answer.body.data)}`,
        answer.requestId ?? undefined,
      );
      navigate(paths.record(resource, kept.id), { replace: true });
    } catch (error) {
      const failure = describeFailure(error);
      setAsking(false);
      setFailure(failure.message);
      if ((error as { status?: number }).status === 412) onStale();
    } finally {
      setPending(false);
    }
  };

  const recordOf = (choice: Choice, side: Pick): AnyRecord =>
    side === 'both' ? { ...kept, [choice.key]: unitedList(merging, choice.key, kept, gone) } : pair[side];
  const option = (choice: Choice, side: Pick): ReactElement => (
    <label data-both={side === 'both' || undefined}>
      <input
        checked={sideOf(choice) === side}
        name={`merge-${choice.key}`}
        onChange={() => setPicked({ ...picked, [choice.key]: side })}
        type="radio"
      />
      <span>
        <small>{side === 'both' ? 'Lo de ambos' : titleOf(pair[side])}</small>
        <Value fields={choice.fields} record={recordOf(choice, side)} resource={resource} />
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
          <legend>{resource.label.one} que queda</legend>
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
                <strong>{titleOf(pair[side])}</strong>
                <small>
                  {[placeOf(merging, pair[side]), `${agree(resource.label, 'creado')} el `]
                    .filter(Boolean)
                    .join(' · ')}
                  {formatCivilDate(companyDay(pair[side].created_at))}
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
            {choice.unites && !isBlank(pair.a, choice) && !isBlank(pair.b, choice) && option(choice, 'both')}
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
                    <Value fields={choice.fields} record={pair.a} resource={resource} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </Card>
      <Card title={`Qué pasa de ${titleOf(gone)} a ${titleOf(kept)}`}>
        {moves.error ? (
          <FailureBanner error={moves.error} onRetry={() => void moves.mutate()} />
        ) : !moves.data ? (
          <Skeleton lines={2} />
        ) : moves.data.data.length === 0 ? (
          <p>No tiene nada asociado: solo se archiva.</p>
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
        <LinkButton to={paths.record(resource, pair.a.id)}>Cancelar</LinkButton>
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
        title={`¿Fusionar con ${titleOf(kept)}?`}
      >
        {titleOf(gone)}
        {code ? ` (${String(gone[code])})` : ''} se archivará y todo lo suyo será de {titleOf(kept)}.{' '}
        {code && `Su código seguirá encontrándo${resource.label.gender === 'f' ? 'la' : 'lo'}. `}
        Puede deshacerlo después.
      </ConfirmDialog>
    </Root>
  );
}

/** CRM › Clientes › Fusionar */
export const MergeClients = (): ReactElement => <MergeRecords merging={mergings.clients} />;

/** CRM › Agencias › Fusionar */
export const MergeAgencies = (): ReactElement => <MergeRecords merging={mergings.agencies} />;

/** CRM › Contactos › Fusionar */
export const MergeContacts = (): ReactElement => <MergeRecords merging={mergings.contacts} />;
