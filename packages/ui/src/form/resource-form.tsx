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
import { usePutBack, useRecordDraft } from './draft/use-record-draft.ts';
import { FieldsForm, type FormHandle } from './fields-form.tsx';
import type { FormPart } from './form-part.ts';
import { useUnsaved } from './unsaved.tsx';
import { useCreate } from './use-create.ts';
import { useNewerRecord } from './use-newer-record.ts';
import { useSaveKeys } from './use-save-keys.ts';
import { useTyped } from './use-typed.ts';

export interface ResourceFormProps {
  readonly resource: Resource;
  /** The record to change; without it a new one is made. */
  readonly record?: AnyRecord | undefined;
  /** After it was saved. Without changes it is called with the record as it was. */
  readonly onSaved?: (record: AnyRecord) => void;
  readonly onCancel?: () => void;
  /** Instead of the resource's own sections. */
  readonly sections?: readonly Section[];
  /** Inputs of one's own, by field. */
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Values a new record begins with. */
  readonly initial?: Values;
  /** Parent records of a new one: sent with it, not shown. */
  readonly fixed?: Readonly<Record<string, Reference>> | undefined;
  /** Before and after the fields. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly submitLabel?: string;
  /** Before a new record is saved, its values checked: what to save, or false, which leaves the form as it is. */
  readonly beforeCreate?: (values: Values) => Promise<Values | false>;
  /** Position of its buttons; `sticky` by default. */
  readonly bar?: 'sticky' | 'dialog';
  /** What is edited in it besides its fields and saved with them; `below` shows it. The same one all the time. */
  readonly part?: FormPart;
}

const noParents: Readonly<Record<string, Reference>> = {};

/**
 * The form of a resource. Sends only changes, on top of the version that was read; merges changes that others saved
 * meanwhile; keeps a draft in this browser until it is saved; asks before leaving.
 *
 * @example <ResourceForm resource={clients} record={client} onSaved={(saved) => navigate(paths.record(clients,
 * saved.id))} />
 */
export function ResourceForm(props: ResourceFormProps): ReactElement {
  const { resource, record, fixed = noParents } = props;
  const beginning = useBeginning(resource, resource.fields, { parents: fixed, asking: !record });
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
  const draft = useRecordDraft(resource.name, record?.id ?? newIn(fixed));
  // A draft was made on top of the version its author saw: saving it meets the merge.
  const [base, setBase] = useState(() => {
    // What was typed before the document was frozen cannot be saved any more.
    const found = isFrozen(resource, record) ? null : draft.found;
    const start = record && found?.base ? found.base : record;
    part?.standOn(start, found?.inputs);
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
  /** Makes a version the one that the form stands on, with inputs on top. */
  const standOn = (version: AnyRecord, typedOnTop: Readonly<Record<string, unknown>> = {}): void => {
    setBase(version);
    const form = handle.current?.form;
    form?.reset(inputValues(fields, version));
    for (const [name, value] of Object.entries(typedOnTop))
      if (name in fields) form?.setValue(name, value, { shouldDirty: true });
    part?.standOn(version, typedOnTop);
  };

  useUnsaved({
    label: () => (base ? String(base[resource.title] ?? resource.label.one) : newOne(resource.label)),
    isDirty: typed.isDirty,
    discard: settle,
  });
  usePutBack(handle, asked, draft.found);
  useNewerRecord(record, base, () => typed.isDirty() || draft.found !== null, standOn);
  useSaveKeys(handle);
  const create = useCreate({ commands, fields, beginning, fixed, beforeCreate, part });
  const { update, notice, panel } = useUpdate({
    resource,
    commands,
    fields,
    typed: typed.changes,
    rebase: standOn,
    submit: () => handle.current?.submit(),
    part,
  });

  const finish = (result: AnyRecord, done: string | undefined): void => {
    settle();
    // A new record is undone by archiving it.
    const undoable = base !== undefined || may.archive.allowed;
    if (done) undo.offer(done, undoable ? requestIdOf(result) : undefined);
    onSaved?.(result);
    if (base) standOn(result);
  };
  const save = async (values: Values): Promise<void> => {
    // The draft is written before the request, so that the input survives any answer.
    draft.flush.current();
    const saidOf = (verb: string): string => `${resource.label.one} ${agree(resource.label, verb)}`;
    if (!base) return finish(await create(values), saidOf('creado'));
    const { record: saved, isSaved } = await update(base, values);
    finish(saved, isSaved ? saidOf('guardado') : undefined);
  };
  const giveUpDraft = (): void => {
    draft.forget();
    setBase(record);
    handle.current?.form.reset(inputValues(fields, record ?? begin));
    part?.standOn(record);
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

/** Drafts of new records are kept apart by what the records are part of. */
const newIn = (fixed: Readonly<Record<string, Reference>>): string | null => {
  const parents = Object.values(fixed).map(({ id }) => id);
  return parents.length > 0 ? `new.${parents.join('.')}` : null;
};
