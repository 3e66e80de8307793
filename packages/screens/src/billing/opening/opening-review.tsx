import { agingBuckets } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import type { OpeningCheck } from '@pauta/domain/billing/opening/opening-check.ts';
import { openingParts } from '@pauta/domain/billing/opening/opening-part.ts';
import { type OpeningTotals, otherTotals } from '@pauta/domain/billing/opening/opening-totals.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import type { ReactElement } from 'react';

const columns = [
  ...agingBuckets.map(({ name, label }) => [name, label] as const),
  ['total', 'Total'],
  ...(Object.keys(otherTotals) as (keyof typeof otherTotals)[]).map(
    (name) => [name, otherTotals[name]] as const,
  ),
] as const;

function AmountTable({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly OpeningTotals[];
}): ReactElement {
  return (
    <FigureTable aria-label={title} role="region" tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Moneda</th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.currency}>
              <th scope="row">{row.currency}</th>
              {columns.map(([name]) => (
                <td key={name}>{formatMoney(row[name], '', 2)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}

function Problems({
  problems,
  problem_count,
}: Pick<OpeningCheck, 'problems' | 'problem_count'>): ReactElement {
  const title = 'Problemas de los archivos';
  return (
    <FigureTable aria-label={title} role="region" tabIndex={0}>
      <table>
        <caption>
          {title}
          {problem_count > problems.length && `: los primeros ${problems.length} de ${problem_count}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Archivo</th>
            <th scope="col">Fila</th>
            <th data-text scope="col">
              Columna
            </th>
            <th data-text scope="col">
              Problema
            </th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ part, line, header, message }) => (
            <tr key={`${part} ${line} ${header} ${message}`}>
              <th scope="row">{line === null ? 'Apertura' : openingParts[part].label}</th>
              <td>{line ?? '—'}</td>
              <td data-text>{header ?? '—'}</td>
              <td data-text>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}

/** What prevents posting, the totals of what was read, and what they differ by from the old aging. */
export function OpeningReview({ check }: { readonly check: OpeningCheck }): ReactElement {
  const { problems, problem_count, totals, differences } = check;
  return (
    <>
      {problem_count > 0 && <Problems problem_count={problem_count} problems={problems} />}
      {totals.length > 0 && <AmountTable rows={totals} title="Totales de los archivos" />}
      {differences.length > 0 && (
        <>
          <Banner tone="warning">
            Los archivos no cuadran con los totales del sistema anterior. Corrija los archivos o los totales
            en «Editar», o escriba el motivo al registrar.
          </Banner>
          <AmountTable rows={differences} title="Diferencia: archivos menos sistema anterior" />
        </>
      )}
      {problem_count === 0 && differences.length === 0 && (
        <Banner tone="success">
          Los archivos están completos y cuadran. Ya se puede registrar la apertura.
        </Banner>
      )}
    </>
  );
}
