import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ClientBudgetGrid } from './client-budget-grid.tsx';
import { GoalGrid } from './goal-grid.tsx';
import { budgetRow, goalRow, gridAnswer } from './plan-grid-fixtures.ts';

const meta = { title: 'Presupuestos y metas/Cuadrículas' } satisfies Meta;

export default meta;
type Story = StoryObj;

const budgets = [1, 2, 3, 4].map((place) => budgetRow(place));
const closed = goalRow(1);
const goals = [closed, goalRow(2, { metric: 'visits', m01: '12.00' }), goalRow(3, { status: 'approved' })];

export const Budgets: Story = {
  render: () => (
    <StoryHost
      always={(path) => (path.includes('/grid?') ? gridAnswer(budgets) : undefined)}
      mount="/prevanta/presupuesto-cliente/cuadricula"
      path="/prevanta/presupuesto-cliente/cuadricula?f.fiscal_year=2026"
      permissions={['client_budgets.view_all', 'client_budgets.update_all', 'contracts.view_all']}
      resource={clientBudgets}
    >
      <ClientBudgetGrid />
    </StoryHost>
  ),
};

export const Goals: Story = {
  render: () => (
    <StoryHost
      always={(path) =>
        path.includes('/grid?') ? gridAnswer(goals, { [closed.id]: ['m01', 'm02'] }) : undefined
      }
      mount="/prevanta/metas-ejecutivo/cuadricula"
      path="/prevanta/metas-ejecutivo/cuadricula?f.fiscal_year=2026"
      permissions={['rep_goals.view_all', 'rep_goals.update_all']}
      resource={repGoals}
    >
      <GoalGrid />
    </StoryHost>
  ),
};

export const ReadOnlyGoals: Story = {
  render: () => (
    <StoryHost
      always={(path) => (path.includes('/grid?') ? gridAnswer(goals) : undefined)}
      mount="/prevanta/metas-ejecutivo/cuadricula"
      path="/prevanta/metas-ejecutivo/cuadricula?f.fiscal_year=2026"
      permissions={['rep_goals.view_own']}
      resource={repGoals}
    >
      <GoalGrid />
    </StoryHost>
  ),
};
