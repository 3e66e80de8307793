import { useApiQuery } from '@pauta/core/react';
import type { Line } from '@pauta/domain/document/document.ts';
import { absolute, isZero } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import {
  budgetDifferences,
  type LineDifference,
} from '@pauta/domain/presales/planning/budget-differences.ts';
import { monthLabels } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Grid } from '@pauta/ui/grid/grid.tsx';
import type { GridColumn, GridRow } from '@pauta/ui/grid/model/grid-types.ts';
import { type ReactElement, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { idOf } from './budget-columns.ts';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  min-inline-size: 0;
  & ul { margin: 0; padding-inline-start: var(--pauta-space-5); }
  & p { margin: 0; }
`;

/** Number of lines that are described in words. */
const mostTold = 8;

const statuses: Readonly<Record<string, string>> = {
  draft: 'borrador',
  in_review: 'en revisión',
  approved: 'aprobada',
  superseded: 'reemplazada',
};

const versionName = ({ version, status, name }: AnyRecord): string =>
  `Versión ${String(version)} (${statuses[String(status)] ?? String(status)}): ${String(name)}`;

/** What changed in one line, in words. */
function sentenceOf(
  { kind, line, renamed, months, before, after, difference }: LineDifference,
  say: (amount: string) => string,
): string {
  const name = `«${String(line.description ?? '')}»`;
  if (kind === 'added') return `Se agregó ${name} con ${say(after)}.`;
  if (kind === 'dropped') return `Se quitó ${name}, que tenía ${say(before)}.`;
  const was = renamed === null ? '' : ` (antes «${renamed}»)`;
  if (months.length === 0)
    return renamed === null
      ? `${name} cambió lo que planea, con los mismos montos.`
      : `${name}${was} cambió de nombre.`;
  const [first] = months;
  if (months.length === 1 && first)
    return `${name}${was}: ${monthLabels[first.month]} pasó de ${say(first.before)} a ${say(first.after)} (${signed(first.difference, say)}).`;
  return `${name}${was} cambió en ${months.length} meses: de ${say(before)} a ${say(after)} en el año (${signed(difference, say)}).`;
}

const signed = (difference: string, say: (amount: string) => string): string =>
  difference.startsWith('-') ? `−${say(absolute(difference))}` : `+${say(difference)}`;

/** How many lines changed, were added and were dropped, in words. */
function countsOf(lines: readonly LineDifference[]): string {
  const count = (kind: LineDifference['kind']): number => lines.filter((one) => one.kind === kind).length;
  const words: readonly (readonly [number, string, string])[] = [
    [count('changed'), 'renglón cambió', 'renglones cambiaron'],
    [count('added'), 'se agregó', 'se agregaron'],
    [count('dropped'), 'se quitó', 'se quitaron'],
  ];
  return words
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${formatCount(number)} ${number === 1 ? one : many}`)
    .join(', ');
}

const columns: readonly GridColumn[] = [
  { name: 'line', label: 'Renglón', kind: 'text', width: 220 },
  { name: 'month', label: 'Mes', kind: 'text', width: 72 },
  { name: 'before', label: 'Antes', kind: 'amount', width: 132 },
  { name: 'after', label: 'Ahora', kind: 'amount', width: 132 },
  { name: 'difference', label: 'Diferencia', kind: 'amount', width: 132 },
];

/** A sales budget beside another version of its company and year: what differs, in words and by line and month. */
export function DifferencesTab({ plan }: { readonly plan: AnyRecord }): ReactElement {
  const versions = useApiQuery<{ readonly data: readonly AnyRecord[] }>(`/${salesBudgets.path}`, {
    query: {
      'f.company_id': idOf(plan.company_id),
      'f.fiscal_year': `${String(plan.fiscal_year)}..${String(plan.fiscal_year)}`,
      sort: '-version',
      fields: 'name,version,status',
      limit: 100,
    },
  });
  const others = versions.data?.data.filter(({ id }) => id !== plan.id) ?? [];
  const [asked, setAsked] = useState<string | null>(null);
  // By default the approved version, or the one before this.
  const usual =
    others.find(({ status }) => status === 'approved') ??
    others.find(({ version }) => Number(version) < Number(plan.version)) ??
    others[0];
  const chosen = others.find(({ id }) => id === asked) ?? usual;
  const other = useApiQuery<{ readonly data: AnyRecord }>(
    chosen ? `/${salesBudgets.path}/${chosen.id}` : null,
  );
  if (versions.error && !versions.data)
    return <FailureBanner error={versions.error} onRetry={() => void versions.mutate()} />;
  if (!versions.data)
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  if (!chosen)
    return (
      <Card>
        <EmptyState title="Es la única versión">
          Esta compañía no tiene otra versión de {String(plan.fiscal_year)}. Con «Nueva versión» se copia esta
          y aquí se ve qué cambia.
        </EmptyState>
      </Card>
    );
  return (
    <Root>
      <Card title="Comparar con otra versión">
        <Select
          clearable={false}
          label="Versión anterior"
          onChange={setAsked}
          options={others.map((one) => ({ value: one.id, label: versionName(one) }))}
          value={chosen.id}
        />
      </Card>
      {other.error && !other.data && (
        <FailureBanner error={other.error} onRetry={() => void other.mutate()} />
      )}
      {other.data ? (
        <Differences after={plan} before={other.data.data} />
      ) : (
        !other.error && (
          <Card>
            <Skeleton lines={8} />
          </Card>
        )
      )}
    </Root>
  );
}

function Differences({
  before,
  after,
}: {
  readonly before: AnyRecord;
  readonly after: AnyRecord;
}): ReactElement {
  const found = useMemo(
    () => budgetDifferences(linesIn(before, 'lines') as Line[], linesIn(after, 'lines') as Line[]),
    [before, after],
  );
  const rows = useMemo(
    () =>
      found.lines.flatMap(({ line, months }) =>
        months.map(({ month, before: was, after: is, difference }): GridRow => {
          const name = String(line.description ?? '');
          return {
            id: `${line.id} ${month}`,
            label: name,
            values: { line: name, month: monthLabels[month], before: was, after: is, difference },
          };
        }),
      ),
    [found],
  );
  const say = (amount: string): string => formatMoney(amount, String(after.currency_code), 2);
  const other = `la versión ${String(before.version)}`;
  const told = found.lines.toSorted((a, b) =>
    compareDecimals(absolute(b.difference), absolute(a.difference)),
  );
  return (
    <>
      <Card title="En palabras">
        <Root>
          <p>
            {isZero(found.difference)
              ? `Esta versión planea lo mismo que ${other}: ${say(found.after)}.`
              : `Esta versión planea ${say(absolute(found.difference))} ${found.difference.startsWith('-') ? 'menos' : 'más'} que ${other}: de ${say(found.before)} a ${say(found.after)}.`}{' '}
            {found.lines.length === 0 ? 'Ningún renglón cambió.' : `${countsOf(found.lines)}.`}
            {found.same > 0 &&
              ` ${formatCount(found.same)} ${found.same === 1 ? 'quedó igual' : 'quedaron iguales'}.`}
            {before.currency_code !== after.currency_code &&
              ` Están en monedas distintas (${String(before.currency_code)} y ${String(after.currency_code)}): los montos no se convierten.`}
          </p>
          {told.length > 0 && (
            <ul>
              {told.slice(0, mostTold).map((one) => (
                <li key={`${one.kind} ${one.line.id}`}>{sentenceOf(one, say)}</li>
              ))}
              {told.length > mostTold && <li>y {formatCount(told.length - mostTold)} más en la tabla.</li>}
            </ul>
          )}
        </Root>
      </Card>
      {rows.length > 0 && (
        <Card title="Por renglón y mes">
          <Grid columns={columns} frozen={2} hasTotals label="Diferencias por renglón y mes" rows={rows} />
        </Card>
      )}
    </>
  );
}
