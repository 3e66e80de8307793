import { ApiError } from '@pauta/core';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Banner } from '../../controls/banner.tsx';
import { notify } from '../../controls/toast.ts';
import type { Commands } from '../../data/use-commands.ts';
import { useLabels } from '../../data/use-label.ts';
import { Handled } from '../fields-form.tsx';
import type { FormPart, PartMerge } from '../form-part.ts';
import type { Side } from './conflict-panel.tsx';
import { type Merge, mergeRecords } from './merge.ts';
import { type OthersChange, othersChanges, whoChanged } from './others-changes.ts';

const ConflictPanel = lazy(async () => ({
  default: (await import('./conflict-panel.tsx')).ConflictPanel,
}));

/** Maximum number of merges before saving fails, for a record that many users save at once. */
const mostMerges = 3;

/** The result of saving. */
interface Updated {
  /** The current version of the record. */
  readonly record: AnyRecord;
  /** False if there was no change to save. */
  readonly isSaved: boolean;
}

interface Update {
  readonly resource: Resource;
  readonly commands: Commands;
  readonly fields: Fields;
  /** Inputs that are not saved yet, by field. */
  readonly typed: () => Record<string, unknown>;
  /** Resets the form to another version of the record and applies these inputs to it. */
  readonly rebase: (theirs: AnyRecord, inputs: Readonly<Record<string, unknown>>) => void;
  readonly submit: () => void;
  /** Data that is saved together with the fields. */
  readonly part?: FormPart | undefined;
}

/**
 * Saves changes of a record under the version that was read. Changes by others are merged field by field; if both
 * changed the same field, a panel asks which value is kept.
 *
 * @returns `notice` describes the merged changes, `panel` asks about conflicts
 */
export function useUpdate({ resource, commands, fields, typed, rebase, submit, part }: Update): {
  readonly update: (on: AnyRecord, values: Values) => Promise<Updated>;
  readonly notice: ReactNode;
  readonly panel: ReactNode;
} {
  const labels = useLabels();
  const [message, setMessage] = useState('');
  const [others, setOthers] = useState<readonly OthersChange[]>([]);
  const [conflict, setConflict] = useState<
    (Merge & { readonly theirs: AnyRecord; readonly part: PartMerge | undefined }) | null
  >(null);

  /** Describes the changes by others that were taken over. */
  const describeMerge = (
    changes: readonly OthersChange[],
    taken: readonly string[],
    sentences: readonly string[] = [],
  ): string => {
    const names = taken.map((name) => (fields[name] ? labels.label(fields[name]) : name));
    const all = [
      ...(names.length > 0 ? [`${whoChanged(changes, taken)} cambió ${names.join(', ')}.`] : []),
      ...sentences,
    ];
    return all.length === 0
      ? ''
      : `Mientras usted editaba: ${all.join(' ')} Se conservan sus cambios y los de usted.`;
  };
  const update = async (on: AnyRecord, values: Values, merges = mostMerges): Promise<Updated> => {
    const own = toBody(fields, values, on);
    const body = { ...own, ...part?.body() };
    if (Object.keys(body).length === 0) return { record: on, isSaved: false };
    try {
      return { record: await commands.update(on, body), isSaved: true };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || merges === 0) throw error;
      const theirs = currentOf(error) ?? (await commands.read(on.id));
      setOthers(othersChanges(error));
      const mine = Object.fromEntries(Object.keys(own).map((name) => [name, values[name]]));
      const { taken, conflicts } = mergeRecords(fields, on, mine, theirs);
      const ofPart = part?.merge(theirs, othersChanges(error));
      const all = [...conflicts, ...(ofPart?.conflicts ?? [])];
      if (all.length > 0) {
        setConflict({ taken, conflicts: all, theirs, part: ofPart });
        throw new Handled();
      }
      const text = describeMerge(othersChanges(error), taken, ofPart?.taken);
      setMessage(text);
      rebase(theirs, { ...typed(), ...ofPart?.typed({}) });
      const updated = await update(theirs, mine, merges - 1);
      // Also shown as a notification, because the form is often closed after saving.
      if (text !== '') notify(text);
      return updated;
    }
  };

  const resolve = (sides: Readonly<Record<string, Side>>): void => {
    if (!conflict) return;
    const mine = Object.fromEntries(Object.entries(typed()).filter(([name]) => sides[name] !== 'theirs'));
    setMessage(describeMerge(others, conflict.taken, conflict.part?.taken));
    setConflict(null);
    rebase(conflict.theirs, { ...mine, ...conflict.part?.typed(sides) });
    // Submits after the form has been rendered with the new version.
    setTimeout(submit);
  };

  return {
    update: (on, values) => update(on, values),
    notice: message !== '' && <Banner live>{message}</Banner>,
    panel: conflict && (
      <Suspense>
        <ConflictPanel
          changes={others}
          conflicts={conflict.conflicts}
          fields={fields}
          {...(conflict.part && { others: conflict.part.taken })}
          onCancel={() => setConflict(null)}
          onResolve={resolve}
          record={conflict.theirs}
          taken={conflict.taken}
          what={thisOne(resource.label)}
        />
      </Suspense>
    ),
  };
}

/** The current record in the body of a 412. */
function currentOf(error: ApiError): AnyRecord | null {
  const { current } = (typeof error.body === 'object' && error.body !== null ? error.body : {}) as {
    current?: unknown;
  };
  return typeof current === 'object' && current !== null && 'row_version' in current
    ? (current as AnyRecord)
    : null;
}
