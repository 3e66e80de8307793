import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Area } from '../../platform/area.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { actualsRoutes } from './actuals-routes.ts';
import { budgetCommands } from './budget-commands.ts';
import { budgetFileRoute } from './budget-file.ts';
import { comparisonRoute } from './comparison-route.ts';
import { goalCommands } from './goal-commands.ts';
import { goalProgressRoutes } from './goal-progress-routes.ts';
import { gridRoutes } from './grid-routes.ts';
import { reconciliationRoutes } from './reconciliation-routes.ts';
import { seasonRoutes } from './season-route.ts';

const months = monthNames.join(', ');
const parts =
  'description, platform_id, division_id, subdivision_id, inventory_category_id, ad_classification_id';

/** The approved version of the company and year is replaced before this one is approved. */
const approve: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx, actor, now }, { id }) => {
    await tx.query(sql`
      UPDATE sales_budgets b SET status = 'superseded' FROM sales_budgets n
      WHERE n.id = ${id}::uuid AND b.company_id = n.company_id AND b.fiscal_year = n.fiscal_year
        AND b.status = 'approved'`);
    return { approved_by_id: actor.userId, approved_at: now };
  },
};

/** Copies a version with its lines into a draft, which gets the next version number. */
const newVersion: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx }, { id }) => {
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO sales_budgets (name, company_id, fiscal_year, currency_code, notes, ${raw(months)}, total)
      SELECT name, company_id, fiscal_year, currency_code, notes, ${raw(months)}, total
      FROM sales_budgets WHERE id = ${id}::uuid
      RETURNING id`);
    if (!made) throw new Error('inserting a budget answers its id');
    await tx.query(sql`
      INSERT INTO sales_budget_lines (id, sales_budget_id, position, ${raw(parts)}, ${raw(months)}, total)
      SELECT new_id(), ${made.id}::uuid, position, ${raw(parts)}, ${raw(months)}, total
      FROM sales_budget_lines WHERE sales_budget_id = ${id}::uuid`);
    return { createdId: made.id };
  },
};

const hooks: ResourceHooks = { commands: { approve, new_version: newVersion } };

/** Plans before the sale: budgets of sales and of clients, and goals of sellers. */
export const planningArea: Area = (app) => {
  app.database.explainConstraints({
    sales_budgets_one_approved: {
      message:
        'Otra versión de la compañía y del año se aprobó al mismo tiempo. Revísela e intente de nuevo.',
    },
    client_budgets_once: {
      field: 'client_id',
      message: 'Ya hay un presupuesto de este cliente con el mismo año, marca, agencia, plataforma y fuente.',
    },
    client_budgets_brand_of_client: {
      field: 'brand_id',
      message: 'Esa marca es de otro cliente. Elija una del cliente de este presupuesto.',
    },
    rep_goals_once: {
      field: 'user_id',
      message: 'Ya hay una meta de esta persona con el mismo año, métrica, división y plataforma.',
    },
    rep_goals_frozen: {
      message:
        'La meta tiene meses cerrados: su año, ejecutivo, métrica, división, plataforma y moneda ya no cambian. Archívela y cree otra para los meses abiertos.',
    },
    ...Object.fromEntries(
      monthNames.map((name) => [
        `rep_goals_frozen_${name}`,
        {
          field: name,
          message:
            'El mes está cerrado y su meta ya no cambia. Deje el valor que tenía o pida reabrir el mes.',
        },
      ]),
    ),
  });
  mountResource(app, salesBudgets, hooks);
  const budgetHooks: ResourceHooks = { commands: budgetCommands };
  const goalHooks: ResourceHooks = { commands: goalCommands };
  mountResource(app, clientBudgets, budgetHooks);
  mountResource(app, repGoals, goalHooks);
  gridRoutes(app, { clientBudgets: budgetHooks, repGoals: goalHooks });
  actualsRoutes(app);
  comparisonRoute(app);
  budgetFileRoute(app);
  goalProgressRoutes(app);
  reconciliationRoutes(app);
  seasonRoutes(app);
};
