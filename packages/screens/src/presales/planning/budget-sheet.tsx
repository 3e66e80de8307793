import { type ComparedPart, partKey, partNames } from '@pauta/domain/presales/planning/budget-comparison.ts';
import { monthNames, yearTotal } from '@pauta/domain/presales/planning/months.ts';
import type { PlanCalendar } from '@pauta/domain/presales/planning/plan-calendar.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { ChipChoice } from '@pauta/ui/controls/chip-choice.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Grid, type GridProps } from '@pauta/ui/grid/grid.tsx';
import type { GridRow } from '@pauta/ui/grid/model/grid-types.ts';
import { totalsOf, withSubtotals } from '@pauta/ui/grid/model/sums.ts';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import {
  budgetColumns,
  type LineFigure,
  lineFigures,
  type PartName,
  type PartOptions,
  partLabels,
  rowOf,
} from './budget-columns.ts';
import { type FootFigure, figuresOf, footLabels, footOf, useComparison } from './use-comparison.ts';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  min-inline-size: 0;
  & > details > summary { min-block-size: 24px; font-weight: var(--pauta-weight-medium); cursor: pointer; }
  & [data-choices] { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: var(--pauta-space-3) var(--pauta-space-5); padding-block: var(--pauta-space-3); }
  & fieldset { min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  & legend { padding: 0; font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
`;

type Line = Values & { readonly id: string };

const footFigures = Object.keys(footLabels) as readonly FootFigure[];
const lineFigureNames = Object.keys(lineFigures) as readonly LineFigure[];
const noParts: ReadonlyMap<string, ComparedPart> = new Map();

/** The values of the list with or without one, in the order of all of them. */
const toggled = <T extends string>(all: readonly T[], now: readonly T[], one: T): readonly T[] =>
  all.filter((name) => (name === one ? !now.includes(name) : now.includes(name)));

export interface BudgetSheetProps {
  /** The lines, as stored or as they are entered. */
  readonly lines: readonly Line[];
  readonly options: PartOptions;
  /** Header of the stored budget; absent for a new one, beside which there are no figures. */
  readonly budget: Values | undefined;
  /** What edits the lines; without it the grid is read-only. */
  readonly edit?: Pick<GridProps, 'onChange' | 'onAdd' | 'onDrop' | 'room' | 'noteOf' | 'named' | 'onOpen'>;
}

/**
 * The lines of a sales budget as a grid of months, with the parts that its user chooses as columns, subtotals, and the
 * figures with which it is compared.
 */
export function BudgetSheet({ lines, options, budget, edit }: BudgetSheetProps): ReactElement {
  const mayExport = useMay(salesBudgets).permission(salesBudgets.permissions.export ?? '');
  const [parts, setParts] = useState<readonly PartName[]>(() =>
    partNames.filter((name) => name === 'platform_id' || lines.some((line) => line[name])),
  );
  const [group, setGroup] = useState<PartName | ''>('');
  const [foot, setFoot] = useState<readonly FootFigure[]>(['booked', 'gap']);
  const [figures, setFigures] = useState<readonly LineFigure[]>([]);
  const [calendar, setCalendar] = useState<PlanCalendar>('calendar');
  const answer = useComparison(budget && String(budget.id), calendar, true);
  const comparison = answer.data?.data;
  const byPart = useMemo(
    () => (comparison ? new Map(comparison.parts.map((part) => [part.key, part])) : noParts),
    [comparison],
  );

  const shownFigures = comparison?.measures.some(({ name }) => name === 'booked') ? figures : [];
  const columns = useMemo(
    () => budgetColumns(parts, options, shownFigures),
    [parts, options, shownFigures.join(' ')],
  );
  // Rows of lines that did not change stay the same objects: the grid renders only those that differ.
  const isCompared = shownFigures.length > 0;
  const rowsOfLines = useMemo(() => new WeakMap<Line, GridRow>(), [byPart, isCompared]);
  const plain = useMemo(
    () =>
      lines.map((line) => {
        const known = rowsOfLines.get(line);
        if (known) return known;
        const row = rowOf(line);
        const own = isCompared
          ? {
              ...row,
              values: { ...row.values, ...figuresOf(byPart.get(partKey(line)), yearTotal(row.values)) },
            }
          : row;
        rowsOfLines.set(line, own);
        return own;
      }),
    [lines, rowsOfLines, byPart, isCompared],
  );
  const nameOf = useCallback(
    (id: string) => (group === '' ? '' : (options[group].find((one) => one.id === id)?.label ?? '')),
    [group, options],
  );
  const rows = useMemo(
    () => (group === '' ? plain : withSubtotals(plain, columns, group, nameOf)),
    [plain, columns, group, nameOf],
  );
  const planned = useMemo(() => totalsOf(plain, columns), [plain, columns]);
  const footRows = useMemo(
    () => (comparison && budget ? footOf(comparison, foot, budget, planned, calendar) : []),
    [comparison, budget, foot, planned, calendar],
  );
  const seasonOf = useCallback(
    ({ values }: GridRow) => {
      const own = byPart.get(partNames.map((name) => values[name] ?? '').join('|'));
      return own
        ? Object.fromEntries(monthNames.map((name, at) => [name, own.last_year[at] ?? '0.00']))
        : null;
    },
    [byPart],
  );
  const mayCompare = (name: FootFigure): boolean =>
    comparison?.measures.some((one) => one.name === (name === 'gap' || name === 'pace' ? 'booked' : name)) ??
    false;
  const offered = footFigures.filter(mayCompare);

  return (
    <Root>
      <details>
        <summary>Columnas y comparaciones</summary>
        <div data-choices>
          <fieldset>
            <legend>Ver en columnas</legend>
            {partNames.map((name) => (
              <Checkbox
                checked={parts.includes(name)}
                key={name}
                label={partLabels[name]}
                onChange={() => setParts(toggled(partNames, parts, name))}
              />
            ))}
          </fieldset>
          {offered.length > 0 && (
            <fieldset>
              <legend>Comparar por mes con</legend>
              {offered.map((name) => (
                <Checkbox
                  checked={foot.includes(name)}
                  key={name}
                  label={footLabels[name]}
                  onChange={() => setFoot(toggled(footFigures, foot, name))}
                />
              ))}
            </fieldset>
          )}
          {mayCompare('booked') && (
            <fieldset>
              <legend>Comparar cada renglón con</legend>
              {lineFigureNames.map((name) => (
                <Checkbox
                  checked={figures.includes(name)}
                  key={name}
                  label={lineFigures[name]}
                  onChange={() => setFigures(toggled(lineFigureNames, figures, name))}
                />
              ))}
            </fieldset>
          )}
          <Select
            hint="Los renglones se ordenan por grupo, con su subtotal."
            label="Subtotales"
            onChange={(value) => setGroup(partNames.find((name) => name === value) ?? '')}
            options={partNames.map((value) => ({
              value,
              label: `Por ${partLabels[value].toLocaleLowerCase('es')}`,
            }))}
            placeholder="Sin subtotales"
            value={group}
          />
          {offered.length > 0 && (
            <ChipChoice
              hint="El presupuesto se guarda por mes calendario. En meses broadcast solo se cortan las cifras reales: semanas de lunes a domingo, y el mes termina su último domingo."
              label="Meses de las cifras reales"
              onChange={(value) => setCalendar(value === 'broadcast' ? 'broadcast' : 'calendar')}
              options={[
                { value: 'calendar', label: 'Calendario' },
                { value: 'broadcast', label: 'Broadcast' },
              ]}
              value={calendar}
            />
          )}
        </div>
      </details>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      <Grid
        columns={columns}
        foot={footRows}
        hasTotals
        label="Renglones del presupuesto"
        rowName="renglón"
        rows={rows}
        seasonOf={byPart.size > 0 ? seasonOf : undefined}
        tools={
          budget &&
          !edit &&
          (['xlsx', 'csv'] as const).map((format) => (
            <DownloadButton
              disabledReason={mayExport.allowed ? undefined : mayExport.reason}
              key={format}
              name={`presupuesto.${format}`}
              path={`/${salesBudgets.path}/${String(budget.id)}/file?format=${format}&calendar=${calendar}`}
              size="small"
            >
              Exportar {format.toLocaleUpperCase('es')}
            </DownloadButton>
          ))
        }
        {...edit}
      />
    </Root>
  );
}
