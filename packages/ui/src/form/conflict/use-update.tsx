import { ApiError } from '@pauta/core';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Banner } from '../../controls/banner.tsx';
import type { Commands } from '../../data/use-commands.ts';
import { useLabels } from '../../data/use-label.ts';
import { Handled } from '../fields-form.tsx';
import type { Side } from './conflict-panel.tsx';
import { type Merge, mergeRecords } from './merge.ts';
import { type OthersChange, othersChanges, whoChanged } from './others-changes.ts';

const ConflictPanel = lazy(async () => ({
  default: (await import('./conflict-panel.tsx')).ConflictPanel,
}));

/** A record that many save at once is given up after so many merges. */
const mostMerges = 3;

/** How an attempt to save ended. */
interface Updated {
  /** The version that stands now. */
  readonly record: AnyRecord;
  /** False: nothing differed from it. */
  readonly isSaved: boolean;
}

interface Update {
  readonly resource: Resource;
  readonly commands: Commands;
  readonly fields: Fields;
  /** Inputs that are not saved yet, by field. */
  readonly typed: () => Record<string, unknown>;
  /** Makes another version the one that the form stands on, with these inputs on top. */
  readonly rebase: (theirs: AnyRecord, inputs: Readonly<Record<string, unknown>>) => void;
  readonly submit: () => void;
}

/**
 * Saves changes of a record on top of the version that was read. Changes by others are merged field by field; where
 * both changed the same field, a panel asks.
 *
 * @returns `notice` describes the merged changes, `panel` asks about conflicts
 */
export function useUpdate({ resource, commands, fields, typed, rebase, submit }: Update): {
  readonly update: (on: AnyRecord, values: Values) => Promise<Updated>;
  readonly notice: ReactNode;
  readonly panel: ReactNode;
} {
  const labels = useLabels();
  const [merged, setMerged] = useState<readonly string[]>([]);
  const [others, setOthers] = useState<readonly OthersChange[]>([]);
  const [conflict, setConflict] = useState<(Merge & { readonly theirs: AnyRecord }) | null>(null);

  const update = async (on: AnyRecord, values: Values, merges = mostMerges): Promise<Updated> => {
    const body = toBody(fields, values, on);
    if (Object.keys(body).length === 0) return { record: on, isSaved: false };
    try {
      return { record: await commands.update(on, body), isSaved: true };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || merges === 0) throw error;
      const theirs = currentOf(error) ?? (await commands.read(on.id));
      setOthers(othersChanges(error));
      const mine = Object.fromEntries(Object.keys(body).map((name) => [name, values[name]]));
      const merge = mergeRecords(fields, on, mine, theirs);
      if (merge.conflicts.length > 0) {
        setConflict({ ...merge, theirs });
        throw new Handled();
      }
      setMerged(merge.taken);
      rebase(theirs, typed());
      return update(theirs, mine, merges - 1);
    }
  };

  const resolve = (sides: Readonly<Record<string, Side>>): void => {
    if (!conflict) return;
    const mine = Object.fromEntries(Object.entries(typed()).filter(([name]) => sides[name] !== 'theirs'));
    setMerged(conflict.taken);
    setConflict(null);
    rebase(conflict.theirs, mine);
    // After the form stands on the new version.
    setTimeout(submit);
  };

  return {
    update: (on, values) => update(on, values),
    notice: merged.length > 0 && (
      <Banner live>
        {whoChanged(others, merged)} cambió mientras usted editaba:{' '}
        {merged.map((name) => (fields[name] ? labels.label(fields[name]) : name)).join(', ')}. Se conservan
        sus cambios y los de usted.
      </Banner>
    ),
    panel: conflict && (
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
    ),
  };
}

/** The record that a 412 brings along. */
function currentOf(error: ApiError): AnyRecord | null {
  const { current } = (typeof error.body === 'object' && error.body !== null ? error.body : {}) as {
    current?: unknown;
  };
  return typeof current === 'object' && current !== null && 'row_version' in current
    ? (current as AnyRecord)
    : null;
}
