import { isFrozen } from '@pauta/domain/document/frozen.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Resource, Section, Values } from '@pauta/domain/resource/resource.ts';
import { agree, newOne } from '@pauta/domain/text/label.ts';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Card } from '../controls/card.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useMay } from '../data/may.ts';
import { requestIdOf, useCommands } from '../data/use-commands.ts';
import { inputValues } from '../field-components/input-values.ts';
import type { Input } from '../field-components/inputs.tsx';
import { useUndo } from '../undo/offer-undo.tsx';
import { askedFields } from './asked-fields.ts';
import { useUpdate } from './conflict/use-update.tsx';
import { type BeginningOfForm, useBeginning } from './create/use-beginning.ts';
import { DraftKeeper } from './draft/draft-keeper.tsx';
import { DraftNotice } from './draft/draft-notice.tsx';
import { useRecordDraft, useRestoreDraft } from './draft/use-record-draft.ts';
import { FieldsForm, type FormHandle } from './fields-form.tsx';
import type { FormPart } from './form-part.ts';
import { useUnsaved } from './unsaved.tsx';
import { useCreate } from './use-create.ts';
import { useNewerRecord } from './use-newer-record.ts';
import { useSaveKeys } from './use-save-keys.ts';
import { useTyped } from './use-typed.ts';

export interface ResourceFormProps {
  readonly resource: Resource;
  /** The record to change; without it the form creates a record. */
  readonly record?: AnyRecord | undefined;
  /** Called after saving; if there was no change, with the unchanged record. */
  readonly onSaved?: (record: AnyRecord) => void;
  readonly onCancel?: () => void;
  /** Replaces the sections of the resource. */
  readonly sections?: readonly Section[];
  /** Custom inputs, by field. */
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Initial values of a new record. */
  readonly initial?: Values;
  /** Parent records of a new record, by field; sent with it but not shown. */
  readonly fixed?: Readonly<Record<string, Reference>> | undefined;
  /** Records from which a new record takes initial values, by field; unlike `fixed` they can be changed. */
  readonly parents?: Readonly<Record<string, Parent>>;
  /** Shown before (`above`) and after (`below`) the fields. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly submitLabel?: string;
  /**
   * Called with the validated values of a new record before it is saved. Returns the values to save, or false to
   * continue editing.
   */
  readonly beforeCreate?: (values: Values) => Promise<Values | false>;
  /** Position of its buttons; `sticky` by default. */
  readonly bar?: 'sticky' | 'dialog';
  /**
   * Data that is edited besides the fields and saved with them, by a component in `below`. Must be the same object for
   * the lifetime of the form.
   */
  readonly part?: FormPart;
}

type Parent = Pick<Reference, 'id'>;

const noParents: Readonly<Record<string, Reference>> = {};

/**
 * The form of a resource. It sends only changes, under the version that was read, merges changes that others saved
 * meanwhile, stores a draft in this browser until it is saved, and asks before unsaved input is lost.
 *
 * @example <ResourceForm resource={clients} record={client} onSaved={(saved) => navigate(paths.record(clients,
 * saved.id))} />
 */
export function ResourceForm(props: ResourceFormProps): ReactElement {
  const { resource, record, fixed = noParents, parents } = props;
  const beginning = useBeginning(resource, resource.fields, {
    parents: { ...parents, ...fixed },
    asking: !record,
  });
  return beginning ? (
    <Form {...props} beginning={beginning} />
  ) : (
    <Card>
      <Skeleton lines={9} />
    </Card>
  );
}

function Form({
  resource,
  record,
  beginning,
  onSaved,
  onCancel,
  sections = resource.sections,
  inputs = {},
  initial,
  fixed = noParents,
  parents,
  above,
  below,
  submitLabel,
  beforeCreate,
  bar = 'sticky',
  part,
}: ResourceFormProps & { beginning: BeginningOfForm }): ReactElement {
  const may = useMay(resource);
  const commands = useCommands(resource);
  const undo = useUndo();
  const handle = useRef<FormHandle>(null);
  const draft = useRecordDraft(resource.name, record?.id ?? newIn({ ...parents, ...fixed }));
  // The form starts from the version on which the draft was made, so that saving merges it with newer ones.
  const [base, setBase] = useState(() => {
    // A draft from before the document was frozen can no longer be saved.
    const found = isFrozen(resource, record) ? null : draft.found;
    const start = record && found?.base ? found.base : record;
    part?.reset(start, found?.inputs);
    return start;
  });
  const asked = askedFields(resource, sections, fixed, base, may);
  const { fields } = asked;
  // Initial values: those of the definition, overridden by those passed to this form.
  const begin: Values = { ...beginning.values, ...initial, ...fixed };
  const typed = useTyped(handle, asked, base ?? begin, part);
  const one = resource.label.one.toLocaleLowerCase('es');

  /** The current input was saved or discarded. */
  const settle = (): void => {
    typed.settle();
    draft.forget();
  };
  /** Resets the form to a version of the record and applies unsaved input to it. */
  const resetTo = (version: AnyRecord, typedOnTop: Readonly<Record<string, unknown>> = {}): void => {
    setBase(version);
    const form = handle.current?.form;
    form?.reset(inputValues(fields, version));
    for (const [name, value] of Object.entries(typedOnTop))
      if (name in fields) form?.setValue(name, value, { shouldDirty: true });
    part?.reset(version, typedOnTop);
  };

  useUnsaved({
    label: () => (base ? String(base[resource.title] ?? resource.label.one) : newOne(resource.label)),
    isDirty: typed.isDirty,
    discard: settle,
  });
  useRestoreDraft(handle, asked, draft.found);
  useNewerRecord(record, base, () => typed.isDirty() || draft.found !== null, resetTo);
  useSaveKeys(() => handle.current?.submit());
  const create = useCreate({ resource, commands, fields, beginning, fixed, beforeCreate, part });
  const { update, notice, panel } = useUpdate({
    resource,
    commands,
    fields,
    typed: typed.changes,
    rebase: resetTo,
    submit: () => handle.current?.submit(),
    part,
  });

  const finish = (result: AnyRecord, done: string | undefined): void => {
    settle();
    // A new record is undone by archiving it.
    const undoable = base !== undefined || may.archive.allowed;
    if (done) undo.offer(done, undoable ? requestIdOf(result) : undefined);
    onSaved?.(result);
    if (base) resetTo(result);
  };
  const save = async (values: Values): Promise<void> => {
    // The draft is stored before the request, so that the input is kept whatever the response is.
    draft.flush.current();
    const savedText = (verb: string): string => `${resource.label.one} ${agree(resource.label, verb)}`;
    if (!base) return finish(await create(values), savedText('creado'));
    const { record: saved, isSaved } = await update(base, values);
    finish(saved, isSaved ? savedText('guardado') : undefined);
  };
  const giveUpDraft = (): void => {
    draft.forget();
    setBase(record);
    handle.current?.form.reset(inputValues(fields, record ?? begin));
    part?.reset(record);
  };

  return (
    <div>
      <FieldsForm
        above={
          <>
            {above}
            {draft.found && <DraftNotice at={draft.found.at} onDiscard={giveUpDraft} />}
            {notice}
          </>
        }
        bar={bar}
        below={below}
        current={base}
        fields={fields}
        handle={handle}
        initial={begin}
        inputs={inputs}
        label={base ? `Editar ${one}` : newOne(resource.label)}
        locked={asked.locked}
        onSubmit={save}
        part={part}
        rules={resource.rules}
        sections={asked.sections}
        state={
          <DraftKeeper
            base={base ?? null}
            changes={typed.changes}
            draft={draft.key}
            flush={draft.flush}
            kept={draft.kept}
            onKept={draft.setKept}
            part={part}
          />
        }
        submitLabel={submitLabel ?? (base ? 'Guardar' : `Crear ${one}`)}
        {...(onCancel && { onCancel })}
      />
      {panel}
    </div>
  );
}

/** Drafts of new records are distinguished by their parent records. */
const newIn = (parents: Readonly<Record<string, Parent>>): string | null => {
  const ids = Object.values(parents).map(({ id }) => id);
  return ids.length > 0 ? `new.${ids.join('.')}` : null;
};
