import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import { targetListMembers } from '@pauta/domain/crm/target-lists/target-list-member.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import type { InputProps } from '@pauta/ui/field-components/inputs.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import type { Refreshing } from './refresh-plan.tsx';

const FilterPicker = lazy(async () => ({
  default: (await import('../follow-up/filter-picker.tsx')).FilterPicker,
}));
const FilterWords = lazy(async () => ({
  default: (await import('../follow-up/filter-picker.tsx')).FilterText,
}));
const TargetFunnel = lazy(async () => ({ default: (await import('./target-funnel.tsx')).TargetFunnel }));
const TargetAccounts = lazy(async () => ({
  default: (await import('./target-accounts.tsx')).TargetAccounts,
}));
const AddAccountsDialog = lazy(async () => ({
  default: (await import('./add-accounts-dialog.tsx')).AddAccountsDialog,
}));
const RefreshPlan = lazy(async () => ({ default: (await import('./refresh-plan.tsx')).RefreshPlan }));
const DistributionDialog = lazy(async () => ({
  default: (await import('./distribution-dialog.tsx')).DistributionDialog,
}));
const NewTargetList = lazy(async () => ({ default: (await import('./new-target-list.tsx')).NewTargetList }));

const inputs = { criteria: CriteriaInput };

function CriteriaInput({ label, hint, error, required, value, onChange }: InputProps): ReactElement {
  return (
    <Suspense>
      <FilterPicker
        error={error}
        hint={hint}
        label={label}
        onChange={onChange}
        required={required}
        value={typeof value === 'string' ? value : ''}
      />
    </Suspense>
  );
}

function CriteriaCell({ value }: CellProps): ReactElement {
  return typeof value === 'string' && value !== '' ? (
    <Suspense fallback="…">
      <FilterWords value={value} />
    </Suspense>
  ) : (
    <span data-nothing>—</span>
  );
}

const refresh: PlanDisplay<Refreshing> = {
  show: (plan, go) => (
    <Suspense>
      <RefreshPlan onGo={go} plan={plan} />
    </Suspense>
  ),
  done: ({ entering, leaving }) =>
    `Lista actualizada: ${formatCount(entering)} ${entering === 1 ? 'entra' : 'entran'}, ${formatCount(leaving)} ${leaving === 1 ? 'sale' : 'salen'}`,
  hasEffect: ({ entering, leaving }) => entering + leaving > 0,
  also: [`/${targetListMembers.path}`],
};

const Lists = resourceScreens(targetLists, {
  cells: { criteria: CriteriaCell },
  inputs,
  list: {
    title: 'Target List',
    actions: <LinkButton to={paths.list(targetListMembers)}>Todas las cuentas</LinkButton>,
  },
  screens: { create: () => <NewTargetList inputs={inputs} /> },
  detail: {
    above: (list) => (
      <Suspense>
        <TargetFunnel list={list} />
      </Suspense>
    ),
    commandDialogs: {
      accounts: AddAccountsDialog,
      distribution: DistributionDialog,
    },
    commandPlans: { refresh },
    tabs: [
      {
        id: 'cuentas',
        label: 'Cuentas',
        content: (list) => (
          <Suspense>
            <TargetAccounts list={list} />
          </Suspense>
        ),
      },
    ],
  },
});

const Accounts = resourceScreens(targetListMembers, {
  list: { columns: ['account_name', 'target_list_id', ...targetListMembers.columns.slice(1)] },
  detail: {
    commandInitial: (name, account) =>
      name === 'open_opportunity'
        ? {
            name: account.account_name,
            expected_amount: account.estimated_amount,
            currency_code: account.currency_code,
          }
        : {},
  },
});

/** CRM › Target List: the lists, and each with its accounts. */
export function TargetLists(): ReactElement {
  return (
    <Routes>
      <Route element={<Accounts />} path="cuentas/*" />
      <Route element={<Lists />} path="*" />
    </Routes>
  );
}
