import { createIdempotencyKey } from '@pauta/core';
import { useApiQuery } from '@pauta/core/react';
import { workOrderSteps } from '@pauta/domain/implementation/work-orders/work-order-step.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { ListChecks } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { StepList } from './step-list.tsx';

/** The steps of an order, ticked one by one. */
export function WorkOrderSteps({ order }: { readonly order: AnyRecord }): ReactElement {
  const answer = useApiQuery<{ readonly data: readonly AnyRecord[] }>(`/${workOrderSteps.path}`, {
    query: { 'f.work_order_id': order.id, sort: 'place', fields: '*', limit: '100' },
    keepPreviousData: true,
  });
  const commands = useCommands(workOrderSteps);
  const verdict = useMay(workOrderSteps).permission('work_orders.execute');
  const [running, setRunning] = useState<string | null>(null);
  const steps = answer.data?.data;
  const isOver = order.status === 'completed' || order.status === 'cancelled';
  const toggle = async (id: string, isDone: boolean): Promise<void> => {
    const step = steps?.find((one) => one.id === id);
    if (!step) return;
    setRunning(id);
    try {
      await commands.command(step, isDone ? 'tick' : 'untick', {}, createIdempotencyKey());
      await answer.mutate();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setRunning(null);
    }
  };
  if (answer.error && !steps)
    return <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />;
  if (!steps) return <Skeleton lines={4} />;
  if (steps.length === 0)
    return (
      <EmptyState icon={<ListChecks aria-hidden size={24} />} title="Sin pasos">
        La lista de control de su tipo no tenía pasos cuando se creó la orden.
      </EmptyState>
    );
  return (
    <StepList
      onToggle={verdict.allowed && !isOver ? (id, isDone) => void toggle(id, isDone) : undefined}
      running={running}
      steps={steps.map((step) => ({
        id: step.id,
        task: String(step.task),
        isRequired: step.is_required === true,
        doneAt: (step.done_at as string | null) ?? null,
        doneBy: (step.done_by_id as Reference | null)?.label ?? null,
        remark: (step.remark as string | null) ?? null,
      }))}
    />
  );
}
