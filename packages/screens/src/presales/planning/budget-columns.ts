import { useApiQuery } from '@pauta/core/react';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { round } from '@pauta/domain/money/arithmetic.ts';
import { partNames } from '@pauta/domain/presales/planning/budget-comparison.ts';
import { monthLabels, monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgetLines } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { GridColumn, GridOption, GridRow } from '@pauta/ui/grid/model/grid-types.ts';
import { useMemo } from 'react';

export type PartName = (typeof partNames)[number];

/** Labels of what a line may plan, by field. */
export const partLabels = Object.fromEntries(
  partNames.map((name) => [name, salesBudgetLines.fields[name].label]),
) as Readonly<Record<PartName, string>>;

interface Options {
  readonly data: readonly GridOption[];
}

const useOptionsOf = (
  name: PartName,
  filter: Readonly<Record<string, string>> = {},
): readonly GridOption[] | undefined => {
  const { to } = salesBudgetLines.fields[name].options as { readonly to: () => Resource };
  return useApiQuery<Options>(`/${to().path}/options`, {
    // As many as the server offers at once.
    query: { ...filter, limit: 300 },
    revalidateOnFocus: false,
  }).data?.data;
};

/** The id of a reference; '' of an empty one. */
export const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : '';

const referenceIn = (line: Values, name: string): Reference | null => {
  const value = line[name];
  return typeof value === 'object' && value !== null && 'id' in value ? (value as Reference) : null;
};

/** What each part may be, by field. */
export type PartOptions = Readonly<Record<PartName, readonly GridOption[]>>;

/**
 * The options of each part: those of the server, and those that lines have already.
 *
 * @param company the company of the budget, whose divisions are offered: those of several have the same names
 */
export function usePartOptions(lines: readonly Values[], company: unknown): PartOptions {
  const companyId = idOf(company);
  const offered = {
    platform_id: useOptionsOf('platform_id'),
    division_id: useOptionsOf('division_id', companyId === '' ? {} : { 'f.company_id': companyId }),
    subdivision_id: useOptionsOf('subdivision_id'),
    inventory_category_id: useOptionsOf('inventory_category_id'),
    ad_classification_id: useOptionsOf('ad_classification_id'),
  };
  // The text changes only when a line gets an option that no line had.
  const used = JSON.stringify(
    partNames.map((name) => {
      const all = new Map<string, GridOption>();
      for (const line of lines) {
        const one = referenceIn(line, name);
        if (one) all.set(one.id, { id: one.id, label: one.label ?? '', code: one.code ?? null });
      }
      return [...all.values()];
    }),
  );
  return useMemo(() => {
    const known = JSON.parse(used) as readonly (readonly GridOption[])[];
    return Object.fromEntries(
      partNames.map((name, at) => {
        const own = offered[name] ?? [];
        const ids = new Set(own.map(({ id }) => id));
        return [name, [...own, ...(known[at] ?? []).filter(({ id }) => !ids.has(id))]];
      }),
    ) as unknown as PartOptions;
  }, [
    used,
    offered.platform_id,
    offered.division_id,
    offered.subdivision_id,
    offered.inventory_category_id,
    offered.ad_classification_id,
  ]);
}

/** Figures that a line of the grid may show after its total. */
export const lineFigures = {
  booked: 'Vendido',
  last_year: 'Año anterior',
  gap: 'Diferencia',
} as const;

export type LineFigure = keyof typeof lineFigures;

/** The columns of the grid: the name of a line, the chosen parts, the months, the total and the chosen figures. */
export const budgetColumns = (
  parts: readonly PartName[],
  options: PartOptions,
  figures: readonly LineFigure[],
): readonly GridColumn[] => [
  {
    name: 'description',
    label: 'Concepto',
    kind: 'text',
    width: 200,
    max: 120,
    required: true,
  },
  ...parts.map(
    (name): GridColumn => ({
      name,
      label: partLabels[name],
      kind: 'choice',
      width: 140,
      options: options[name],
    }),
  ),
  ...monthNames.map(
    (name): GridColumn => ({ name, label: monthLabels[name], kind: 'amount', isPeriod: true, width: 112 }),
  ),
  { name: 'total', label: 'Total', kind: 'sum', of: monthNames, width: 132 },
  ...figures.map(
    (name): GridColumn => ({
      name,
      label: lineFigures[name],
      kind: 'amount',
      readOnly: true,
      width: 132,
    }),
  ),
];

const plain = /^\d+(?:\.\d*)?$/;

/** The amount of an input with two decimals; zero for one that is no number yet. @example amountOf('10') // '10.00' */
export const amountOf = (input: unknown): string => {
  const text = String(input ?? '');
  return plain.test(text) ? round(text.replace(/\.$/, ''), 2) : '0.00';
};

/** A line, as stored or as it is entered, as a row of the grid. */
export const rowOf = (line: Values & { readonly id: string }): GridRow => {
  const description = String(line.description ?? '');
  return {
    id: line.id,
    label: description === '' ? 'Renglón sin concepto' : description,
    values: {
      description,
      ...Object.fromEntries(partNames.map((name) => [name, referenceIn(line, name)?.id ?? ''])),
      ...Object.fromEntries(monthNames.map((name) => [name, amountOf(line[name])])),
    },
  };
};
