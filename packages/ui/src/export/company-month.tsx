import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { monthLabel } from '@pauta/domain/resource/query/summary.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Select } from '../controls/select.tsx';
import { useMay } from '../data/may.ts';
import { useOptions } from '../data/use-options.ts';
import { useSearchParams } from '../router.ts';

const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  gap: var(--pauta-space-3);
  max-inline-size: 40rem;
  margin-block-end: var(--pauta-space-4);
`;

/** Months that can be chosen: this one and those of the two years before. */
const monthsUntil = (today: string): readonly string[] => {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 25 }, (_, back) => {
    const count = year * 12 + month - 1 - back;
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
  });
};

interface CompanyMonth {
  /** Id of the company; empty until the companies are known. */
  readonly company: string;
  /** `2026-11`. */
  readonly month: string;
  /** Both as the query of a request. */
  readonly query: string;
  /** The fields in which they are chosen, before others of the page. */
  readonly fields: (others?: ReactNode) => ReactElement;
}

/**
 * The company and the month of a page, kept in its address. Before a choice it is the first company with a tax
 * identification, since one without cannot issue invoices.
 *
 * @param companies The resource of the companies.
 * @param monthsBack How many months before this one the page starts with.
 */
export function useCompanyMonth(companies: Resource, monthsBack = 0): CompanyMonth {
  const [params, setParams] = useSearchParams();
  const { options } = useOptions(companies, '');
  const { allowed } = useMay(companies).view;
  const identified = useApiQuery<{ readonly data: readonly { readonly id: string }[] }>(
    allowed ? `/${companies.path}?f.tax_id=!-&limit=1` : null,
    { revalidateOnFocus: false },
  );
  const months = monthsUntil(companyToday());
  const isKnown = !allowed || identified.data !== undefined || identified.error !== undefined;
  const first = isKnown ? (identified.data?.data[0] ?? options[0]) : undefined;
  const company = params.get('compania') ?? first?.id ?? '';
  const month = months.find((one) => one === params.get('mes')) ?? months[monthsBack] ?? '';
  const choose = (name: string, value: string): void =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), [name]: value }), {
      replace: true,
    });
  return {
    company,
    month,
    query: new URLSearchParams({ company_id: company, month }).toString(),
    fields: (others) => (
      <Choices>
        <Select
          label="Compañía"
          onChange={(value) => choose('compania', value)}
          options={options.map(({ id, label }) => ({ value: id, label }))}
          required
          value={company}
        />
        <Select
          label="Mes"
          onChange={(value) => choose('mes', value)}
          options={months.map((one) => ({ value: one, label: monthLabel(one) }))}
          required
          value={month}
        />
        {others}
      </Choices>
    ),
  };
}
