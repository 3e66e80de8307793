import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useUser } from '@pauta/core/react';
import { type Fields, whyFrozen } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource, Section, Values } from '@pauta/domain/resource/resource.ts';
import { agree, newOne, thisOne } from '@pauta/domain/text/label.ts';
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Banner } from '../controls/banner.tsx';
import { Card } from '../controls/card.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useMay } from '../data/may.ts';
import { requestIdOf, useCommands } from '../data/use-commands.ts';
import { useLabels } from '../data/use-label.ts';
import type { Input } from '../faces/inputs.tsx';
import { useUndo } from '../undo/offer-undo.tsx';
import type { Side } from './conflict-panel.tsx';
import { type Draft, draftKey, dropDraft, readDraft } from './draft.ts';
import { DraftKeeper } from './draft-keeper.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { FieldsForm, type FormHandle, Handled } from './fields-form.tsx';
import { inputValues, sameInput } from './input-values.ts';
import { type Merge, mergeRecords } from './merge.ts';
import { type OthersChange, othersChanges, whoChanged } from './others-changes.ts';
import { useUnsaved } from './unsaved.tsx';
import { type BeginningOfForm, useBeginning } from './use-beginning.ts';

const ConflictPanel = lazy(async () => ({ default: (await import('./conflict-panel.tsx')).ConflictPanel }));

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
  /** What a new record is part of: sent with it, not asked. */
  readonly fixed?: Readonly<Record<string, Reference>> | undefined;
  /** Before and after the fields. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly submitLabel?: string;
  /** Before a new record is saved, its values checked: what to save, or false, which leaves the form as it is. */
  readonly beforeCreate?: (values: Values) => Promise<Values | false>;
  /** Where its buttons stand, `sticky` unless said otherwise. */
  readonly bar?: 'sticky' | 'dialog';
}

const noParents: Readonly<Record<string, Reference>> = {};

type FormValues = UseFormReturn<Record<string, unknown>>;

/**
 * The form of a resource. Sends only what changed, on top of the version that was read; merges what somebody
 * else saved meanwhile; keeps a draft in this browser until it is saved; asks before leaving.
 *
 * @example <ResourceForm resource={clients} record={client} onSaved={(saved) => navigate(paths.record(clients, saved.id))} />
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
  inputs,
  initial,
  fixed = noParents,
  above,
  below,
  submitLabel,
  beforeCreate,
  bar = 'sticky',
}: ResourceFormProps & { beginning: BeginningOfForm }): ReactElement {
  const may = useMay(resource);
  const labels = useLabels();
  const commands = useCommands(resource);
  const undo = useUndo();
  const user = useUser();
  // The user who opened the form: a 401 in between must not lose the draft.
  const [key] = useState(() => draftKey(String(user?.id ?? ''), resource.name, record?.id ?? newIn(fixed)));
  const [found, setFound] = useState<Draft | null>(() => readDraft(key));
  // A draft was made on top of the version its author saw: saving it meets the merge.
  const [base, setBase] = useState<AnyRecord | undefined>(() =>
    record && found?.base ? found.base : record,
  );
  const [merged, setMerged] = useState<readonly string[]>([]);
  const [others, setOthers] = useState<readonly OthersChange[]>([]);
  const [conflict, setConflict] = useState<(Merge & { theirs: AnyRecord; values: Values }) | null>(null);
  const [kept, setKept] = useState(false);
  const idempotency = useRef(createIdempotencyKey());
  const handle = useRef<FormHandle>(null);
  const keepDraft = useRef(() => {});
  const host = useRef<HTMLDivElement>(null);

  const asked = sections
    .map((section) => ({ ...section, fields: section.fields.filter((name) => !Object.hasOwn(fixed, name)) }))
    .filter((section) => section.fields.length > 0);
  const listed = asked.flatMap((section) => section.fields);
  const shown = listed.filter((name) => {
    const field = resource.fields[name];
    return field && (base || may.write(field));
  });
  const fields: Fields = Object.fromEntries(
    shown.flatMap((name) => (resource.fields[name] ? [[name, resource.fields[name]]] : [])),
  );
  const locked: Record<string, string | undefined> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { writePermission, changedBy } = field.options;
    const by = base && changedBy ? resource.transitions[changedBy] : undefined;
    const frozen = whyFrozen(field, base, (permission) => may.permission(permission).allowed);
    if (by) locked[name] = `Se cambia con «${by.label}», que pide el motivo.`;
    else if (may.write(field) && frozen !== null) locked[name] = frozen;
    if (by || may.write(field)) continue;
    const verdict = writePermission ? may.permission(writePermission) : null;
    locked[name] = verdict && !verdict.allowed ? verdict.reason : undefined;
  }

  // What a new record begins with: by its definition, then what this form was given.
  const begin: Values = {
    ...beginning.values,
    ...initial,
    ...fixed,
  };
  const start = (): Record<string, unknown> => inputValues(fields, base ?? begin);
  // The inputs that were last saved or given up: while they stand there is nothing to lose, wherever the page is going.
  const settled = useRef<Readonly<Record<string, unknown>> | null>(null);
  const changes = (form: FormValues | undefined): Record<string, unknown> => {
    if (settled.current && sameInput(form?.getValues(), settled.current)) return {};
    const before = start();
    return Object.fromEntries(
      Object.entries(form?.getValues() ?? {}).filter(
        ([name, value]) => name in fields && !(name in locked) && !sameInput(value, before[name]),
      ),
    );
  };
  const isDirty = (): boolean => Object.keys(changes(handle.current?.form)).length > 0;

  const forget = (): void => {
    dropDraft(key);
    setFound(null);
    setKept(false);
  };
  /** What is in the form now is done with: saved or given up. */
  const settle = (): void => {
    settled.current = handle.current?.form.getValues() ?? null;
    forget();
  };
  useUnsaved({
    label: () => (base ? String(base[resource.title] ?? resource.label.one) : newOne(resource.label)),
    isDirty,
    discard: settle,
  });

  // The draft's inputs are put back once the form stands.
  useEffect(() => {
    const form = handle.current?.form;
    if (!form || !found) return;
    for (const [name, value] of Object.entries(found.inputs)) {
      if (name in fields && !(name in locked)) form.setValue(name, value, { shouldDirty: true });
    }
    // Once, when the form opens.
  }, []);

  // What the server has changed meanwhile is taken over while there is nothing to lose.
  useEffect(() => {
    if (!record || !base || record.row_version === base.row_version || isDirty() || found) return;
    setBase(record);
    handle.current?.form.reset(inputValues(fields, record));
    // Only when a newer record arrives.
  }, [record?.row_version]);

  useEffect(() => {
    const save = (event: KeyboardEvent): void => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.key.toLowerCase() !== 's' ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      if (!document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]'))
        handle.current?.submit();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, []);

  /** Makes `theirs` the version that the form stands on, with my inputs on top. */
  const rebase = (theirs: AnyRecord, mine: Readonly<Record<string, unknown>>): void => {
    setBase(theirs);
    const form = handle.current?.form;
    form?.reset(inputValues(fields, theirs));
    for (const [name, value] of Object.entries(mine)) form?.setValue(name, value, { shouldDirty: true });
  };

  const finish = (result: AnyRecord, done: string): void => {
    settle();
    // A new record is undone by archiving it.
    const undoable = base !== undefined || may.archive.allowed;
    if (done) undo.offer(done, undoable ? requestIdOf(result) : undefined);
    onSaved?.(result);
    if (base) {
      setBase(result);
      handle.current?.form.reset(inputValues(fields, result));
    }
  };

  const update = async (on: AnyRecord, values: Values, attempts = 3): Promise<void> => {
    const body = toBody(fields, values, on);
    if (Object.keys(body).length === 0) return finish(on, '');
    try {
      finish(await commands.update(on, body), `${resource.label.one} ${agree(resource.label, 'guardado')}`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempts === 0) throw error;
      const theirs = currentOf(error) ?? (await commands.read(on.id));
      setOthers(othersChanges(error));
      const mine = Object.fromEntries(Object.keys(body).map((name) => [name, values[name]]));
      const merge = mergeRecords(fields, on, mine, theirs);
      if (merge.conflicts.length > 0) {
        setConflict({ ...merge, theirs, values: mine });
        throw new Handled();
      }
      setMerged(merge.taken);
      rebase(theirs, changes(handle.current?.form));
      await update(theirs, mine, attempts - 1);
    }
  };

  const create = async (values: Values): Promise<void> => {
    const asked = beforeCreate ? await beforeCreate(values) : values;
    if (!asked) throw new Handled();
    const ready = await beginning.renewed(asked);
    try {
      const parents = Object.fromEntries(Object.entries(fixed).map(([name, { id }]) => [name, id]));
      const made = await commands.create({ ...toBody(fields, ready), ...parents }, idempotency.current);
      finish(made, `${resource.label.one} ${agree(resource.label, 'creado')}`);
      idempotency.current = createIdempotencyKey();
    } catch (error) {
      // An answer ends the attempt; without one the server may have carried it out.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        idempotency.current = createIdempotencyKey();
      }
      throw error;
    }
  };

  const resolve = (sides: Readonly<Record<string, Side>>): void => {
    if (!conflict) return;
    const typed = changes(handle.current?.form);
    const mine = Object.fromEntries(Object.entries(typed).filter(([name]) => sides[name] !== 'theirs'));
    setMerged(conflict.taken);
    setConflict(null);
    rebase(conflict.theirs, mine);
    // After the form stands on the new version.
    setTimeout(() => handle.current?.submit());
  };

  return (
    <div ref={host}>
      <FieldsForm
        above={
          <>
            {above}
            {found && (
              <DraftNotice
                at={found.at}
                onDiscard={() => {
                  forget();
                  setBase(record);
                  handle.current?.form.reset(inputValues(fields, record ?? begin));
                }}
              />
            )}
            {merged.length > 0 && (
              <Banner live>
                {whoChanged(others, merged)} cambió mientras usted editaba:{' '}
                {merged.map((name) => (fields[name] ? labels.label(fields[name]) : name)).join(', ')}. Se
                conservan sus cambios y los de usted.
              </Banner>
            )}
          </>
        }
        bar={bar}
        below={below}
        current={base}
        fields={fields}
        handle={handle}
        inputs={inputs ?? {}}
        label={base ? `Editar ${resource.label.one.toLocaleLowerCase('es')}` : newOne(resource.label)}
        locked={locked}
        onSubmit={(values) => {
          // Whatever the server answers, what was typed is kept before it is asked.
          keepDraft.current();
          return base ? update(base, values) : create(values);
        }}
        rules={resource.rules}
        sections={asked}
        state={
          <DraftKeeper
            base={base ?? null}
            changes={changes}
            draft={key}
            flush={keepDraft}
            kept={kept}
            onKept={setKept}
          />
        }
        submitLabel={
          submitLabel ?? (base ? 'Guardar' : `Crear ${resource.label.one.toLocaleLowerCase('es')}`)
        }
        initial={begin}
        {...(onCancel && { onCancel })}
      />
      {conflict && (
        <Suspense>
          <ConflictPanel
            changes={others}
            conflicts={conflict.conflicts}
            fields={fields}
            onCancel={() => setConflict(null)}
            onResolve={resolve}
            record={conflict.theirs}
            taken={conflict.taken}
            what={thisOne(resource.label)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Drafts of new records are kept apart by what the records are part of. */
const newIn = (fixed: Readonly<Record<string, Reference>>): string | null => {
  const parents = Object.values(fixed).map(({ id }) => id);
  return parents.length > 0 ? `new.${parents.join('.')}` : null;
};

/** The record that a 412 brings along. */
function currentOf(error: ApiError): AnyRecord | null {
  const { current } = (typeof error.body === 'object' && error.body !== null ? error.body : {}) as {
    current?: unknown;
  };
  return typeof current === 'object' && current !== null && 'row_version' in current
    ? (current as AnyRecord)
    : null;
}
