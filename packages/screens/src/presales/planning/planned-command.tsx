import { toBody } from '@pauta/domain/resource/record.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { useCommand } from '@pauta/ui/command/use-command.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';

export interface PlannedCommandProps<Plan> {
  readonly resource: Resource;
  /** Name of a command on the collection with a dry run. */
  readonly name: string;
  readonly initial?: Values;
  /** Input besides the fields, such as a selection. */
  readonly fixed?: object;
  /** Paths of other resources that it changes. */
  readonly also?: readonly string[];
  readonly show: (plan: Plan) => ReactNode;
  /** Why the plan is not worth running; undefined if it is. */
  readonly idle: (plan: Plan) => string | undefined;
  readonly onClose: (done: boolean) => void;
}

/** Asks for the input of a command, shows what it would do, and runs it. */
export function PlannedCommand<Plan>(props: PlannedCommandProps<Plan>): ReactElement {
  const { resource, name, initial = {}, fixed = {}, also = [], show, idle, onClose } = props;
  const command = resource.commands[name];
  const fields = command?.fields ?? {};
  const [given, setGiven] = useState<Values | null>(null);
  const body = given === null ? null : { ...toBody(fields, given), ...fixed };
  const { preview, error, running, run, again } = useCommand<Plan>(resource, name, undefined, body, also);
  const confirm = async (): Promise<void> => {
    if (!(await run())) return;
    notify(command?.done ?? '');
    onClose(true);
  };
  return (
    <Dialog onClose={() => onClose(false)} open title={command?.label ?? ''} width={40}>
      {given === null ? (
        <FieldsForm
          above={<p>{command?.explanation}</p>}
          autoFocus
          bar="dialog"
          fields={fields}
          initial={initial}
          onCancel={() => onClose(false)}
          onSubmit={setGiven}
          submitLabel="Continuar"
        />
      ) : (
        <>
          {error !== undefined && <FailureBanner error={error} onRetry={again} />}
          {error === undefined && preview === undefined && (
            <div role="status">
              <p>Calculando…</p>
              <Skeleton lines={3} />
            </div>
          )}
          {preview !== undefined && show(preview)}
          <DialogActions>
            <Button onClick={() => setGiven(null)}>Volver</Button>
            <Button
              disabledReason={preview === undefined ? 'Espere a que se calcule.' : idle(preview)}
              loading={running}
              onClick={() => void confirm()}
              tone="primary"
            >
              {command?.label}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
