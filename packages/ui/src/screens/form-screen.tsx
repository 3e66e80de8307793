import { isId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { CloudOff } from 'lucide-react';
import type { ComponentType, ReactElement } from 'react';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { NoAccess } from '../controls/no-access.tsx';
import { Page } from '../controls/page.tsx';
import { PageHeader } from '../controls/page-header.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { describeFailure } from '../data/failure.ts';
import { useMay, type Verdict } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import { useRecord } from '../data/use-record.ts';
import { type Begun, useBegun } from '../form/create/begun.ts';
import { ResourceForm, type ResourceFormProps } from '../form/resource-form.tsx';
import { useNavigate, useSearchParams } from '../router.ts';

export interface FormScreenProps extends Omit<ResourceFormProps, 'record' | 'onSaved' | 'onCancel'> {
  /** Id of the record to change; absent for a new one. */
  readonly id?: string;
  /** Called after a new record was saved, before its page opens. */
  readonly onCreated?: (record: AnyRecord) => void;
  /** Replaces `ResourceForm`, over the whole width of the page. */
  readonly form?: ComponentType<ResourceFormProps & { readonly begunLines?: Begun['lines'] }>;
}

/** The records that the address of a new record names: `?opportunity_id=…`. */
const parentsIn = ({ fields }: Resource, search: URLSearchParams): Readonly<Record<string, { id: string }>> =>
  Object.fromEntries(
    [...search]
      .filter(([name, id]) => fields[name]?.kind.name === 'reference' && isId(id))
      .map(([name, id]) => [name, { id }]),
  );

/** The page of a form: loads the record, checks the permission, and opens the page of the record after saving. */
export function FormScreen({ id, onCreated, form: Form, ...form }: FormScreenProps): ReactElement {
  const { resource } = form;
  const may = useMay(resource);
  const navigate = useNavigate();
  const answer = useRecord(resource, id ?? null);
  const record = answer.data?.data;
  const [search] = useSearchParams();
  const begun = useBegun();
  const list = { to: paths.list(resource), label: resource.label.many };
  const verdict: Verdict = id === undefined ? may.create : record ? may.update(record) : { allowed: true };
  const name = record ? String(record[resource.title] ?? resource.label.one) : resource.label.one;
  const Own: NonNullable<FormScreenProps['form']> = Form ?? ResourceForm;
  const back = id === undefined ? list : { to: paths.record(resource, id), label: name };
  return (
    <Page data-width={Form ? undefined : 'form'}>
      <PageHeader
        back={back}
        title={id === undefined ? newOne(resource.label) : `Editar ${record ? name : lower(resource)}`}
      />
      {!verdict.allowed ? (
        <NoAccess actions={<LinkButton to={back.to}>Volver</LinkButton>} title="No puede editar aquí">
          {verdict.reason}
        </NoAccess>
      ) : id === undefined || record ? (
        <Own
          {...form}
          {...(id === undefined && {
            parents: parentsIn(resource, search),
            initial: { ...form.initial, ...begun.values },
          })}
          {...(Form && { begunLines: begun.lines })}
          onCancel={() => navigate(back.to)}
          onSaved={(saved) => {
            if (id === undefined) onCreated?.(saved);
            navigate(paths.record(resource, saved.id), { replace: id !== undefined });
          }}
          record={record}
        />
      ) : (
        <Card>
          {answer.error ? (
            <EmptyState
              actions={
                describeFailure(answer.error).retry ? (
                  <Button loading={answer.isValidating} onClick={() => void answer.mutate()}>
                    Reintentar
                  </Button>
                ) : (
                  <LinkButton to={list.to}>Volver a {list.label.toLocaleLowerCase('es')}</LinkButton>
                )
              }
              icon={<CloudOff aria-hidden size={24} />}
              title={describeFailure(answer.error).title}
            >
              {describeFailure(answer.error).message}
            </EmptyState>
          ) : (
            <Skeleton lines={9} />
          )}
        </Card>
      )}
    </Page>
  );
}

const lower = (resource: Resource): string => resource.label.one.toLocaleLowerCase('es');
