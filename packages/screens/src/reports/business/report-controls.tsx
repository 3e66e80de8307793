import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import { comparisons, periodWords, readPeriod, stockDay } from '@pauta/domain/reports/period.ts';
import { dimensionLabel, dimensionsOf, type Report } from '@pauta/domain/reports/report.ts';
import type { ReportAnswer } from '@pauta/domain/reports/report-answer.ts';
import { initialPeriod, noColumns, type ReportQuery } from '@pauta/domain/reports/report-query.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { CheckList } from '@pauta/ui/controls/check-list.tsx';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: var(--pauta-space-3);
`;

/** Value of the choice of two days instead of a word. */
const days = 'days';

/** Rows, columns, measures, period, comparison and currency of a report. */
export function ReportControls({
  report,
  query,
  period,
  answer,
  onChange,
}: {
  readonly report: Report;
  readonly query: ReportQuery;
  /** The period as it is in the address. */
  readonly period: string | null;
  readonly answer: ReportAnswer | undefined;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}): ReactElement {
  const dimensions = dimensionsOf(report).map((name) => ({
    value: name,
    label: dimensionLabel(report, name),
  }));
  const word = period ?? initialPeriod;
  const isWord = Object.hasOwn(periodWords, word);
  const setDay = (end: 'from' | 'to', day: string): void => {
    const next = { ...query.period, [end]: day };
    const text = `${next.from}..${next.to}`;
    // While one day is after the other, the one that was not chosen follows it.
    onChange({ period: readPeriod(text, companyToday()) ? text : `${day}..${day}` });
  };
  const isOneDay = report.isStock === true && query.period.from === query.period.to;
  const used = answer?.currencies ?? [];
  const codes = [...new Set([query.currency, ...used.map(({ code }) => code)])];
  const countOf = (code: string): number => used.find((one) => one.code === code)?.count ?? 0;
  return (
    <>
      <Root>
        <Select
          clearable={false}
          label="Filas"
          onChange={(rows) => onChange(rows === query.columns ? { rows, columns: noColumns } : { rows })}
          options={dimensions}
          value={query.rows}
        />
        <Select
          clearable={false}
          label="Columnas"
          onChange={(columns) => onChange({ columns })}
          options={[
            { value: noColumns, label: 'Ninguna' },
            ...dimensions.filter(({ value }) => value !== query.rows),
          ]}
          value={query.columns ?? noColumns}
        />
        <Select
          clearable={false}
          label="Periodo"
          onChange={(value) =>
            onChange({ period: value === days ? `${query.period.from}..${query.period.to}` : value })
          }
          options={[
            ...Object.entries(periodWords).map(([value, label]) => ({ value, label })),
            { value: days, label: 'Entre dos días' },
          ]}
          value={isWord ? word : days}
        />
        {report.isStock && (
          <DatePicker
            hint="Las cifras son las del final de ese día."
            label="Al día de"
            onChange={(day) => day && onChange({ period: `${day}..${day}` })}
            value={stockDay(query.period, companyToday()) ?? query.period.to}
          />
        )}
        {!isWord && !isOneDay && (
          <>
            <DatePicker
              label="Desde"
              onChange={(day) => day && setDay('from', day)}
              value={query.period.from}
            />
            <DatePicker label="Hasta" onChange={(day) => day && setDay('to', day)} value={query.period.to} />
          </>
        )}
        <Select
          clearable={false}
          label="Comparar con"
          onChange={(compare) => onChange({ compare })}
          options={Object.entries(comparisons).map(([value, label]) => ({ value, label }))}
          value={query.comparison}
        />
        {answer && answer.currency !== null && (
          <Select
            clearable={false}
            hint={codes.length > 1 ? 'Las monedas no se suman: elija una.' : undefined}
            label="Moneda"
            onChange={(currency) => onChange({ currency })}
            options={codes.map((code) => ({
              value: code,
              label: `${(currencies as Readonly<Record<string, string>>)[code] ?? code}${
                used.length > 1 ? ` (${formatCount(countOf(code))})` : ''
              }`,
            }))}
            value={query.currency}
          />
        )}
      </Root>
      <CheckList
        label="Medidas"
        onChange={(values) => values.length > 0 && onChange({ measures: values.join(',') })}
        options={Object.entries(report.measures).map(([value, { label }]) => ({ value, label }))}
        value={query.measures}
      />
    </>
  );
}
