import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useInvalidate, useUser } from '@pauta/core/react';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Command } from '@pauta/domain/resource/command.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { closingLabel } from '../controls/closing-label.ts';
import { Dialog } from '../controls/dialog.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { requestIdOf, useCommands } from '../data/use-commands.ts';
import type { Input } from '../field-components/inputs.tsx';
import { useBeginning } from '../form/create/use-beginning.ts';
import { draftKey } from '../form/draft/draft.ts';
import { FieldsForm } from '../form/fields-form.tsx';
import { useNavigate } from '../router.ts';
import { useUndo } from '../undo/offer-undo.tsx';
import { CommandPreview } from './command-preview.tsx';
import type { CommandRun } from './command-run.ts';
import type { PlanDisplay } from './plan-display.ts';
import { RunProgress } from './run-progress.tsx';

/**
 * Describes a command, asks for its input, shows its preview, and runs it; shows the progress of one that runs as a job.
 */
export function CommandDialog({
  resource,
  record,
  name,
  command,
  fields = {},
  initial,
  fixed = {},
  above,
  submitReason,
  keepsDraft = true,
  inputs,
  plan,
  title,
  onDone,
  onClose,
}: {
  resource: Resource;
  record: AnyRecord;
  name: string;
  command: Command;
  fields?: Fields | undefined;
  initial: Values;
  /** Input that the caller determines and the form does not ask for. */
  fixed?: Values;
  /** Shown between the explanation and the fields. */
  above?: ReactNode;
  /** Why the command cannot be run now. */
  submitReason?: string | undefined;
  /** Whether unsaved input stays in this browser; not for what somebody else than the user enters. */
  keepsDraft?: boolean;
  inputs?: Readonly<Record<string, Input>> | undefined;
  /** Display of the command's plan; without one, only a refusal of its dry run is shown. */
  plan?: PlanDisplay | undefined;
  title: string;
  onDone: (record: AnyRecord) => void;
  onClose: () => void;
}): ReactElement {
  const commands = useCommands(resource);
  const undo = useUndo();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const go = (path: string): void => {
    onClose();
    void navigate(path);
  };
  const key = useRef(createIdempotencyKey());
  // Input for another signer of the same record, for example, is another draft.
  const draft = draftKey(
    String(useUser()?.id ?? ''),
    `${resource.name}.${name}`,
    [record.id, ...Object.values(fixed).map(String)].join('.'),
  );
  const [started, setStarted] = useState<CommandRun>();
  const [isRefused, setIsRefused] = useState(false);
  const beginning = useBeginning(resource, fields, { command: name });
  const run = async (values: Values): Promise<void> => {
    try {
      const sent = (await beginning?.renewed(values)) ?? values;
      const changed = await commands.command(
        record,
        name,
        toBody(fields, { ...sent, ...fixed }),
        key.current,
      );
      if (command.runs === 'job') {
        setStarted(changed.run as CommandRun);
        return;
      }
      const isUndone = plan?.hasEffect?.(changed) ?? (command.undo && 'whole' in command.undo);
      undo.offer(plan?.done?.(changed) ?? command.done, isUndone ? requestIdOf(changed) : undefined);
      // If reloading fails, the query reports it.
      if (plan?.also) invalidate(...plan.also).catch(() => {});
      onDone(changed);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        key.current = createIdempotencyKey();
      throw error;
    }
  };
  return (
    <Dialog
      onClose={onClose}
      open
      title={`${command.label}: ${title}`}
      width={Object.keys(fields).length > 3 ? 48 : command.preview ? 42 : 34}
    >
      {started ? (
        <RunProgress
          command={command}
          onClose={onClose}
          onFinished={() => void commands.read(record.id).then(onDone, onClose)}
          resource={resource}
          run={started}
        />
      ) : beginning ? (
        <FieldsForm
          above={
            <>
              {command.explanation && <p>{command.explanation}</p>}
              {above}
            </>
          }
          autoFocus
          bar="dialog"
          cancelLabel={closingLabel(command.label)}
          below={
            command.preview && (
              <CommandPreview
                command={command}
                fields={fields}
                name={name}
                onGo={go}
                onRefused={setIsRefused}
                plan={plan}
                record={record}
                resource={resource}
              />
            )
          }
          {...(keepsDraft && { draft })}
          fields={fields}
          initial={{ ...beginning.values, ...initial }}
          onCancel={onClose}
          onSubmit={run}
          submitLabel={command.label}
          submitReason={isRefused ? 'El aviso dice por qué no puede hacerse.' : submitReason}
          submitTone={command.tone === 'danger' ? 'danger' : 'primary'}
          {...(inputs && { inputs })}
        />
      ) : (
        <Skeleton lines={Object.keys(fields).length} />
      )}
    </Dialog>
  );
}
