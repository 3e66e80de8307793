import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Resource, Section, Values } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { type ReactElement, useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { FailureBanner } from '../controls/failure-banner.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useRecord } from '../data/use-record.ts';
import type { Input } from '../field-components/inputs.tsx';
import { ResourceForm } from '../form/resource-form.tsx';

/** The form of a record that is part of another one, in a dialog over the page of the latter. */
export function RelatedForm({
  resource,
  record,
  fixed,
  inputs,
  sections,
  initial,
  onClose,
}: {
  resource: Resource;
  /** The record to change, as loaded by the list; undefined for a new one. */
  record: AnyRecord | undefined;
  fixed: Readonly<Record<string, Reference>>;
  inputs: Readonly<Record<string, Input>> | undefined;
  sections?: readonly Section[];
  initial?: Values;
  onClose: () => void;
}): ReactElement {
  const answer = useRecord(resource, record?.id ?? null);
  // The record when the form was opened. It is not replaced by newer versions: the form reports conflicts with changes
  // by others when it is saved.
  const [whole, setWhole] = useState<AnyRecord>();
  if (record && !whole && answer.data && !answer.isValidating) setWhole(answer.data.data);
  return (
    <Dialog
      full
      onClose={onClose}
      open
      title={
        record ? `Editar ${String(record[resource.title] ?? resource.label.one)}` : newOne(resource.label)
      }
      width={48}
    >
      {answer.error && !whole ? (
        <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
      ) : record && !whole ? (
        <Skeleton lines={9} />
      ) : (
        <ResourceForm
          bar="dialog"
          fixed={fixed}
          onCancel={onClose}
          onSaved={onClose}
          record={whole}
          resource={resource}
          {...(initial && { initial })}
          {...(inputs && { inputs })}
          {...(sections && { sections })}
        />
      )}
    </Dialog>
  );
}
