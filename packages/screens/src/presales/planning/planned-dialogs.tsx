import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { targetListMembers } from '@pauta/domain/crm/target-lists/target-list-member.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { formatQuery } from '@pauta/domain/resource/query/query.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import type { Selection } from '@pauta/ui/query/selection.ts';
import { type ReactElement, useMemo } from 'react';
import {
  type CopyPlan,
  describeCopy,
  describeGap,
  type GapPlan,
  GeneratedBudgets,
  type GeneratePlan,
} from './plan-displays.tsx';
import { PlannedCommand } from './planned-command.tsx';

interface DialogProps {
  readonly onClose: (done: boolean) => void;
}

const thisYear = (): number => Number(companyToday().slice(0, 4));

/** Copies the goals of a year to another one. */
export function CopyYearDialog({ onClose }: DialogProps): ReactElement {
  return (
    <PlannedCommand<CopyPlan>
      idle={({ goals }) => (goals === 0 ? 'No hay metas que crear.' : undefined)}
      initial={{ from_year: thisYear(), to_year: thisYear() + 1, change_pct: '0.00' }}
      name="copy_year"
      onClose={onClose}
      resource={repGoals}
      show={(plan) => (
        <Banner live tone={plan.goals > 0 ? 'info' : 'warning'}>
          {describeCopy(plan)}
        </Banner>
      )}
    />
  );
}

/** Generates budgets of clients from what they bought. */
export function GenerateDialog({ onClose }: DialogProps): ReactElement {
  return (
    <PlannedCommand<GeneratePlan>
      idle={({ budgets }) => (budgets === 0 ? 'No hay presupuestos que crear.' : undefined)}
      initial={{ from_year: thisYear(), to_year: thisYear() + 1, method: 'historical', confidence_pct: '60' }}
      name="generate"
      onClose={onClose}
      resource={clientBudgets}
      show={(plan) => <GeneratedBudgets {...plan} />}
    />
  );
}

/** Sends the gap of the selected budgets to a target list. */
export function SendGapDialog({
  selection,
  onClose,
}: DialogProps & { readonly selection: Selection }): ReactElement {
  const fixed = useMemo(
    () =>
      selection.kind === 'ids'
        ? { ids: selection.ids }
        : { query: formatQuery(clientBudgets, selection.query).toString(), expected: selection.expected },
    [selection],
  );
  return (
    <PlannedCommand<GapPlan>
      also={[`/${targetListMembers.path}`, '/target-lists']}
      fixed={fixed}
      idle={({ joining, already }) =>
        joining + already === 0 ? 'No hay ninguna brecha que enviar.' : undefined
      }
      name="send_gap"
      onClose={onClose}
      resource={clientBudgets}
      show={(plan) => (
        <Banner live tone={plan.joining > 0 ? 'info' : 'warning'}>
          {describeGap(plan)}
        </Banner>
      )}
    />
  );
}
