import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Resource, Section, Values } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import type { ReactElement } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import type { Input } from '../faces/inputs.tsx';
import { ResourceForm } from '../form/resource-form.tsx';

/** The form of a record that is part of another one, over the page of that one. */
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
  /** To change; absent for a new one. */
  record: AnyRecord | undefined;
  fixed: Readonly<Record<string, Reference>>;
  inputs: Readonly<Record<string, Input>> | undefined;
  sections?: readonly Section[];
  initial?: Values;
  onClose: () => void;
}): ReactElement {
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
      <ResourceForm
        bar="dialog"
        fixed={fixed}
        onCancel={onClose}
        onSaved={onClose}
        record={record}
        resource={resource}
        {...(initial && { initial })}
        {...(inputs && { inputs })}
        {...(sections && { sections })}
      />
    </Dialog>
  );
}
