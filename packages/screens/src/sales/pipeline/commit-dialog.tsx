import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate, useUser } from '@pauta/core/react';
import { toBody } from '@pauta/domain/resource/record.ts';
import { forecastSnapshots } from '@pauta/domain/sales/pipeline/forecast-snapshot.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useBeginning } from '@pauta/ui/form/create/use-beginning.ts';
import { draftKey } from '@pauta/ui/form/draft/draft.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef } from 'react';

const { commit } = forecastSnapshots.commands;

/** Asks for the commitment of the current week and saves it. */
export function CommitDialog({ onClose }: { onClose: () => void }): ReactElement | null {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  const draft = draftKey(String(useUser()?.id ?? ''), `${forecastSnapshots.name}.commit`, null);
  const fields = commit?.fields ?? {};
  const beginning = useBeginning(forecastSnapshots, fields, { command: 'commit' });
  if (!commit) return null;
  return (
    <Dialog onClose={onClose} open title={commit.label} width={36}>
      {beginning ? (
        <FieldsForm
          above={commit.explanation && <p>{commit.explanation}</p>}
          autoFocus
          bar="dialog"
          draft={draft}
          fields={fields}
          initial={beginning.values}
          onCancel={onClose}
          onSubmit={async (values) => {
            await api.post(`/${forecastSnapshots.path}/commit`, toBody(fields, values), {
              idempotencyKey: key.current,
            });
            notify(commit.done);
            onClose();
            // If reloading fails, the query reports it.
            await invalidate(`/${forecastSnapshots.path}`, '/opportunities').catch(() => {});
          }}
          submitLabel={commit.label}
        />
      ) : (
        <Skeleton lines={3} />
      )}
    </Dialog>
  );
}
