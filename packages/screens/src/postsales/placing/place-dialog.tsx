import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { placingPlans } from '@pauta/domain/postsales/placing/placing-plan.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import type { CommandRun } from '@pauta/ui/command/command-run.ts';
import { RunProgress } from '@pauta/ui/command/run-progress.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { PlacingResultView } from './placing-result.tsx';

const asked = [
  'subdivision_id',
  'period',
  'client_id',
  'contract_id',
  'with_dated',
  'preferred_from',
  'preferred_to',
] as const;

const fields = Object.fromEntries(
  asked.flatMap((name) => {
    const field = placingPlans.fields[name];
    return field ? [[name, field]] : [];
  }),
);

const nameOf = ({ subdivision_id, period }: Values): string => {
  const { from, to } = (period ?? {}) as Partial<DateRange>;
  const days = from && to ? `${formatCivilDate(from)} – ${formatCivilDate(to)}` : '';
  return [(subdivision_id as Reference | null)?.label, days].filter(Boolean).join(', ').slice(0, 160);
};

/** Asks what is to be placed, calculates it, shows what would happen, applies it and takes it back. */
export function PlaceDialog({
  initial,
  onChanged,
  onClose,
}: {
  readonly initial: Values;
  /** Something was placed or taken back. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const api = useApi();
  const commands = useCommands(placingPlans);
  const invalidate = useInvalidate();
  const mayApply = useMay(placingPlans).permission('placements.move');
  const key = useRef(createIdempotencyKey());
  const [plan, setPlan] = useState<AnyRecord>();
  const [run, setRun] = useState<CommandRun>();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { calculate } = placingPlans.commands;

  const start = async (record: AnyRecord): Promise<void> => {
    const started = await commands.command(record, 'calculate', {}, createIdempotencyKey());
    setPlan(record);
    setRun(started.run as CommandRun);
  };
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await api.post<{ data: AnyRecord }>(
        `/${placingPlans.path}`,
        toBody({ name: placingPlans.fields.name, ...fields } as typeof fields, {
          ...values,
          name: nameOf(values),
        }),
        { idempotencyKey: key.current },
      );
      await start(data);
    } catch (failure) {
      key.current = createIdempotencyKey();
      throw failure;
    }
  };
  const act = async (name: 'apply' | 'revert'): Promise<void> => {
    if (!plan) return;
    setBusy(true);
    setError(null);
    try {
      setPlan(await commands.command(plan, name, {}, createIdempotencyKey()));
      notify(placingPlans.commands[name]?.done ?? '', { tone: 'success' });
      // If reloading fails, the query reports it.
      invalidate('/placements', '/quotas').catch(() => {});
      onChanged();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const again = async (): Promise<void> => {
    if (!plan) return;
    setError(null);
    try {
      await start(await commands.read(plan.id));
    } catch (failure) {
      setError(failure);
    }
  };

  return (
    <Dialog onClose={onClose} open title="Colocar automáticamente" width={48}>
      {!plan ? (
        <FieldsForm
          above={<p>{calculate?.explanation}</p>}
          autoFocus
          bar="dialog"
          fields={fields}
          initial={{ with_dated: true, ...initial }}
          onCancel={onClose}
          onSubmit={submit}
          submitLabel="Calcular"
        />
      ) : run && calculate ? (
        <RunProgress
          command={calculate}
          onClose={onClose}
          onFinished={() =>
            void commands.read(plan.id).then((record) => {
              setPlan(record);
              setRun(undefined);
            }, onClose)
          }
          resource={placingPlans}
          run={run}
        />
      ) : (
        <>
          {error !== null && (
            <Banner live tone="danger">
              {describeFailure(error).message}
            </Banner>
          )}
          <PlacingResultView plan={plan} />
          <DialogActions>
            <LinkButton to={paths.record(placingPlans, plan.id)}>Abrir el plan</LinkButton>
            {plan.status === 'calculated' && <Button onClick={() => void again()}>Calcular otra vez</Button>}
            {plan.status === 'calculated' && Number(plan.placed) > 0 && (
              <Button
                disabledReason={mayApply.allowed ? undefined : mayApply.reason}
                loading={isBusy}
                onClick={() => void act('apply')}
                tone="primary"
              >
                Aplicar
              </Button>
            )}
            {plan.status === 'applied' && (
              <Button loading={isBusy} onClick={() => void act('revert')} tone="danger">
                Deshacer el plan
              </Button>
            )}
            <Button onClick={onClose}>Cerrar</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
